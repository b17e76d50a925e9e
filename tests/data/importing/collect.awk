BEGIN { FS = "\t"; print "bs,tp,qps,status" }
$1 == "Seq" { next }
FILENAME == "joblog" {
	status[$1] = $7 == -1 ? "timeout" : $7 != 0 || $8 != 0 ? "failed" : "ok"
	next
}
{
	dir = FILENAME
	sub("/seq$", "", dir)
	split(dir, part, "/")
	qps = ""
	while ((getline line < (dir "/stdout")) > 0)
		if (match(line, /qps=[0-9.]+/))
			qps = substr(line, RSTART + 4, RLENGTH - 4)
	close(dir "/stdout")
	while ((getline line < (dir "/stderr")) > 0)
		if (line ~ /out of memory/)
			status[$1] = "oom"
	close(dir "/stderr")
	print part[3] "," part[5] "," qps "," status[$1]
}
