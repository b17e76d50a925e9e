# Sources of C, the whole list twice: prints `user definer` for every module that uses a function or
# a table of another one, by a name that begins with cml_. A definition begins at the left margin.
function module(path) { sub("^common/", "", path); sub("[.]c$", "", path); return path }
FNR == 1 { here = module(FILENAME); if (FILENAME == ARGV[1]) pass++; }
/^[ \t]*(\/\*|\*|#)/ { next }
pass == 1 && /^[a-z].*cml_[a-z0-9_]+(\(|\[| = )/ && !/^static / && !/;$/ {
	line = $0
	sub("(\\(|\\[| = ).*", "", line)
	sub(".*[ *]", "", line)
	definer[line] = here
}
pass == 2 {
	sub("/[*].*", "")
	gsub("\"[^\"]*\"", "")
	gsub("(struct|enum|union) +cml_[a-z0-9_]+", "")
	while (match($0, /cml_[a-z0-9_]+/)) {
		name = substr($0, RSTART, RLENGTH)
		$0 = substr($0, RSTART + RLENGTH)
		if (name in definer && definer[name] != here)
			uses[here " " definer[name]]
	}
}
END { for (pair in uses) print pair }
