# Column names of the table in file $1, a line for each; gzip or not.
_cml_columns() {
	[ -f "$1" ] || return 0
	gzip -cdf -- "$1" 2>/dev/null | head -n 1 | tr '\t,|;' '\n\n\n\n' | tr -d '"\r'
}

# What the space in file $1, a space file or a model, can be fixed at: a line `name=` for each
# param and context, or, with a name as $2, a line for each value that its domain lists.
_cml_settings() {
	[ -f "$1" ] || return 0
	gzip -cdf -- "$1" 2>/dev/null | LC_ALL=C awk -F, -v asked="${2-}" '
	/^parameters / { exit }
	!name {
		for (i = 1; i <= NF; i++) {
			if ($i == "role") role = i
			if ($i == "domain") domain = i
		}
		for (i = 1; role && i <= NF; i++) if ($i == "name") name = i
		next
	}
	$role != "param" && $role != "context" { next }
	asked == "" { print $name "=" }
	asked != "" && $name == asked && $domain ~ /^[^:]*[|]/ {
		n = split($domain, values, "|")
		for (i = 1; i <= n; i++) print values[i]
	}'
}
