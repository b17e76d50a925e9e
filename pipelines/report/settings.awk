# Name, default and unit of each setting: awk -F SEPARATOR -v OFS=SEPARATOR -v key=FILE -f settings.awk DEFAULT SPACE
#
# DEFAULT has a header and the default configuration, a key before its cells, or is empty. The key goes to FILE.
BEGIN { print "name", "default", "unit" }
FILENAME == ARGV[1] {
	if (FNR == 2) {
		n_default = split($0, standard, FS)
		print $1 >key
	}
	next
}
FNR == 1 || ($2 != "param" && $2 != "context") { next }
{
	n++
	print $1, n_default ? standard[n + 1] : "", $5
}
