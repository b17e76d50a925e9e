# Tables of jobs that are refused.
submit() {
	cml-submit "$@"
	[ $? -eq 1 ] || echo "not 1: $*"
}
submit -- true </dev/null
printf 'cml_key,cml_pred\n0000000000000001,3\n' | submit -- true
printf 'name\na\0b\n' | submit -- true
submit --run-job no-such-directory
# Whether line 1 is a title is asked where the next row has more cells, not of other errors in line 2.
printf 'Jobs of May\nname,tp\na,4\n' | submit -- true
