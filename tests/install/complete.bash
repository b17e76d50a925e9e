# What bash offers at the end of each line of standard input: bash complete.bash FILE
. "$1" || exit
while IFS= read -r line; do
	COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
	complete -p "${line%% *}" >"$TMPDIR/function"
	read -r function <"$TMPDIR/function"
	function=${function##* -F }
	"${function%% *}" "${line%% *}" "" ""
	printf '%s -> %s\n' "$line" "${COMPREPLY[*]}"
done
