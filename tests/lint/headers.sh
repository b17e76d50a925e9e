#!/bin/sh
# Headers that are not compiled alone by the build: sh tests/lint/headers.sh HEADER...
#
# X.c that includes X.h before anything else proves that X.h needs nothing before it. Prints the
# headers without such a file beside them.
set -u
for header; do
	module=${header%.h}
	first=$(grep -m 1 '^[[:space:]]*#' "$module.c" 2>/dev/null)
	name=${first#\#include \"}
	case /$header in
	*/"${name%\"}") [ "$first" = "#include \"${name%\"}\"" ] || echo "$header" ;;
	*) echo "$header" ;;
	esac
done
