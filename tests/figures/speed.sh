# How fast, in README.md: from docs/benchmarks.md, which `make bench` writes with the commit of each row.
# code: docs/benchmarks.md
awk -F' *[|] *' '
	/^### / { row = substr($0, 5) }
	/^\|  \|/ { for (i = 3; i < NF; i++) at[$i] = i }
	/^\| [A-Za-z]/ && row != "" {
		key = row " " $2
		seconds[key] = $3 + 0
		mb[key] = $at["peak MB"] + 0
	}
	# fastest(KIND): the contender of a row whose key begins with KIND
	function fastest(kind,   key, found) {
		for (key in seconds)
			if (index(key, kind) == 1 && (found == "" || seconds[key] < seconds[found])) found = key
		if (found == "") { print "speed.sh: docs/benchmarks.md has no " kind >"/dev/stderr"; exit failed = 1 }
		return found
	}
	function figure(value) { return sprintf(value < 1 ? "%.2f" : value < 9.95 ? "%.1f" : "%.0f", value) }
	function s(kind) { return figure(seconds[fastest(kind)]) }
	function ms(kind) { return figure(1000 * seconds[fastest(kind)]) }
	function peak(kind) { return sprintf("%d", mb[fastest(kind)]) }
	function line(what, ours, peers) { if (!failed) printf "README.md\t| %s | %s | %s |\n", what, ours, peers }
	END {
		if (failed) exit 1
		line("the paper\047s ten nets on 480 jobs, 200 epochs", s("mlp-train Cubic") " s", "PyTorch " s("mlp-train PyTorch") " s, same Kendall tau")
		line("100 boosted trees on 423 jobs of 117 features",
			ms("gbt-small-onehot Cubic") " ms (flags), " ms("gbt-small-numeric Cubic") " ms (numbers)",
			"XGBoost " ms("gbt-small-onehot XGB") " and " ms("gbt-small-numeric XGB") " ms, scikit-learn " \
				ms("gbt-small-onehot scikit") " and " ms("gbt-small-numeric scikit") " ms")
		line("100 boosted trees on a million jobs of 50 features", s("gbt-large Cubic") " s, " peak("gbt-large Cubic") " MB",
			"XGBoost " s("gbt-large XGB") " s, " peak("gbt-large XGB") " MB")
		line("a 1 GB job log to features", s("encode Cubic") " s, " peak("encode Cubic") " MB",
			"libcsv, parsing alone " s("encode libcsv") " s; Miller, copying " s("encode Miller") " s; pandas, reading " s("encode pandas") " s")
		line("Kendall\047s tau of 10 million pairs", s("kendall Cubic") " s", "SciPy " s("kendall SciPy") " s, equal to 12 digits")
		line("10,000 no-op jobs, each with its directory and its synced row", s("launch Cubic") " s",
			"GNU parallel " s("launch GNU parallel,") " s; xargs, which stores nothing, " s("launch xargs") " s")
	}' docs/benchmarks.md
