# layers.txt, then sources: prints every include that its folder is not allowed.
function folder(path) { sub("/[^/]*$", "", path); return path }
FILENAME ~ /layers\.txt$/ {
	if ($0 ~ /^#/ || NF == 0)
		next
	if ($2 == "opens:") {
		closed[$1] = 1
		for (i = 3; i <= NF; i++)
			open[$1 "/" $i] = 1
		next
	}
	sub(":$", "", $1)
	known[$1] = 1
	for (i = 2; i <= NF; i++)
		allowed[$1, $i] = 1
	next
}
FNR == 1 {
	here = FILENAME ~ /^common\// ? folder(substr(FILENAME, 8)) : "outside"
	if (here != "outside" && !(here in known))
		print FILENAME ": common/" here " has no line in tests/lint/layers.txt"
}
/^#include "/ {
	split($0, part, "\"")
	there = folder(part[2])
	if (there == part[2] || there == here)
		next
	if (here != "outside" && !((here, there) in allowed))
		print FILENAME ": includes " part[2] ", but " here " may not include " there
	if ((there in closed) && !(part[2] in open))
		print FILENAME ": includes " part[2] ", which " there " does not open"
}
