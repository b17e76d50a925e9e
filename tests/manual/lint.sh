#!/bin/sh
# Man pages are well-formed mdoc.
set -u
command -v mandoc >/dev/null || {
	echo "skipped: mandoc is not installed"
	exit 77
}
mandoc -T lint -W warning "${ROOT:?}"/docs/man/*.[1-9]
