# To be read by a test that runs others.
# alone SCRIPT [VARIABLE=VALUE]...: in a folder of its own
n=0
alone() {
	script=$1 n=$((n + 1))
	shift
	mkdir "$WORK/$n"
	env WORK="$WORK/$n" "$@" sh "$ROOT/tests/$script"
}
