#!/bin/sh
# .ci/setup finds a library where a call of it can be compiled and linked, whoever brings the header;
# where not, it says what was tried and what to install, and ends non-zero. What it found it believes
# for the same flags. Nothing is installed here: the tests are not root.
set -eu
setup=${ROOT:?}/.ci/setup
. "$ROOT/tests/begin.sh"
unset CPPFLAGS CFLAGS LDFLAGS LDLIBS CPATH C_INCLUDE_PATH SETUP_CACHE
mkdir bin include lib
printf '#!/bin/sh\necho 1000\n' >bin/id
printf '#!/bin/sh\ntouch "%s/installed"\n' "$work" >bin/apt-get
chmod +x bin/*
PATH=$work/bin:$PATH

# refused TEXT COMMAND...: ends non-zero and says so
refused() {
	text=$1
	shift
	if env "$@" sh "$setup" build 2>said || ! grep -qF -e "$text" said || [ -e installed ]; then
		echo "FAILED: $*: not refused with: $text"
		cat said
		exit 1
	fi
}

found() {
	env "$@" sh "$setup" build 2>said || {
		echo "FAILED: $*"
		cat said
		exit 1
	}
}
found CC=gcc

# The reference BLAS has a <cblas.h>, and no such library; here its header comes first.
cat >include/cblas.h <<'EOF'
void cblas_dscal(int n, double a, double *x, int step);
EOF
found CC=gcc CPPFLAGS="-I$work/include"
cat >bin/no-openblas <<'EOF'
#!/bin/sh
case " $* " in *' -lopenblas '*)
	echo "ld: cannot find -lopenblas" >&2
	exit 1
	;;
esac
exec gcc "$@"
EOF
chmod +x bin/no-openblas
refused 'libopenblas-dev: cannot be linked: no-openblas -Iinclude' CC=no-openblas CPPFLAGS=-Iinclude
grep -q 'cannot find -lopenblas' said
grep -q 'apt-get install libopenblas-dev$' said

# A library of that name that is another.
echo 'void cblas_dscal(int n, double a, double *x, int step) { (void)n, (void)a, (void)x, (void)step; }' >other.c
gcc -c other.c
ar rcs lib/libopenblas.a other.o
refused 'openblas_set_num_threads' CC=gcc LDFLAGS="-L$work/lib"

# Headers alone are not enough, and no compiler is none.
printf '#!/bin/sh\nfor word; do [ "$word" != -lcsv ] || exit 1; done\nexec gcc "$@"\n' >bin/no-csv
chmod +x bin/no-csv
refused 'apt-get install libcsv-dev' CC=no-csv
refused 'gcc: no such program' CC=no-such-compiler

# What was found is kept for the same flags, and for no others.
printf '#!/bin/sh\nexec gcc "$@"\n' >bin/changes
chmod +x bin/changes
found CC=changes SETUP_CACHE=kept/setup
printf '#!/bin/sh\nexit 1\n' >bin/changes
found CC=changes SETUP_CACHE=kept/setup
refused 'apt-get install' CC=changes CPPFLAGS=-DOTHER SETUP_CACHE=kept/setup
