# More devices than the log has, in README.md.
# code: common/learn common/model common/space common/advise schemas/ultrascale_h100.csv pipelines/experiments/paper-llm
sh "$ROOT/pipelines/experiments/paper-llm/ten.sh" "$WORK/out" >"$WORK/said"
! [ -f "$WORK/out/ten.png" ] || cp "$WORK/out/ten.png" docs/figures/ten-proposals.png
awk -F, '
	function widen(class, level) {
		if (!(class in least) || level < least[class]) least[class] = level
		if (!(class in most) || level > most[class]) most[class] = level
	}
	NR > 1 {
		n++
		settings += $3; failed += $4; ten_failed += $5; predicted += $6
		ten += $8; first += $9; random += $10; reached += $8 > 0.995
		widen($2 <= 128 ? "up to 128" : $2, $11)
	}
	END {
		page = "README.md\t"
		printf page "| best, relative to the best of all settings | %.0f %% (in %d of %d cases the best itself) | %.0f %% |\n", 100 * ten / n, reached, n, 100 * random / n
		printf page "| failed | %d of %d (%.1f expected) | %.0f %% |\n", ten_failed, 10 * n, predicted, 100 * failed / settings
		printf page "The first proposal alone reaches %.0f %%\n", 100 * first / n
		for (class in least) printf page "| %s | %.2g to %.2g |\n", class, least[class], most[class]
	}' "$WORK/out/ten.csv"
