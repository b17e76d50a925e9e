#!/bin/sh
# Headers that are not compiled alone by the build: sh tests/lint/headers.sh HEADER...
#
# X.c that includes X.h before anything else proves that X.h needs nothing before it. Prints the
# headers without such a file beside them.
set -u
for header; do
	first=
	if [ -f "${header%.h}.c" ]; then
		while read -r line; do
			case $line in
			'#'*) first=$line && break ;;
			esac
		done <"${header%.h}.c"
	fi
	name=${first#\#include \"}
	case /$header in
	*/"${name%\"}") [ "$first" = "#include \"${name%\"}\"" ] || echo "$header" ;;
	*) echo "$header" ;;
	esac
done
