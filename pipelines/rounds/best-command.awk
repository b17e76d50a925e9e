# A command of cml-submit --dry-run as a script: awk -v key=KEY -f best-command.awk COMMAND
#
# Its words are quoted for a shell. In them the folder of the jobs, /beside-best.sh, becomes one beside the script.
BEGIN {
	folder = "/beside-best.sh"
	print "#!/bin/sh"
	print "# The configuration that the rounds named: named.csv, beside this, has what it measured. Run it where the rounds were run."
	print "jobs=$(CDPATH= cd \"$(dirname \"$0\")\" && pwd)/best.jobs && mkdir -p \"$jobs/" key ".1\" || exit"
	printf "exec "
}
{
	line = ""
	for (i = 1; i <= length($0); i++) {
		letter = substr($0, i, 1)
		if (substr($0, i, length(folder)) == folder) {
			line = line (quoted ? "'\"$jobs\"'" : "\"$jobs\"")
			i += length(folder) - 1
			continue
		}
		if (letter == "'") quoted = !quoted
		if (letter == "\\" && !quoted) letter = letter substr($0, ++i, 1)
		line = line letter
	}
	print line
}
