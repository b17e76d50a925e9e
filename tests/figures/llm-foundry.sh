# How well jobs are ordered, in README.md: with the options of the paper's pipeline, and with none.
# code: common/learn common/model common/eval common/space common/math schemas/llm_foundry.csv schemas/ultrascale_h100.csv pipelines/experiments/paper-llm
sh "$ROOT/pipelines/experiments/paper-llm/run.sh" "$WORK/out" >"$WORK/said"
! [ -f "$WORK/out/llm-foundry-figure3.png" ] || cp "$WORK/out/llm-foundry-figure3.png" docs/figures
# curve TABLE: the numbers of jobs and their figures
curve() {
	cml-eval -q --no-intervals --bootstrap 0 --repeats 10 --metrics kendall --split random:0.745 --curve 50,100,200,400 \
		-s "$ROOT/schemas/$1.csv" "$CML_PUBLIC_DATA/$1.csv" |
		awk -F, '$2 == "mean" && $5 == "kendall" { printf "%s%.2f", n++ == 0 ? "" : n == 4 ? " and " : ", ", $6 }'
}
awk -F, '
	$2 == "mean" && ($5 == "kendall" || $5 == "pearson" || $5 == "spearman") { value[$1] = value[$1] sprintf(" %.3f |", $6) }
	$2 == "mean" && $5 == "mape" { error[$1] = 100 * $6 }
	END {
		page = "README.md\t"
		printf page "%.0f %% for new jobs, %.0f %% for later and %.0f %% for larger ones\n", error["random:0.745"], error["time:date:0.745"], error["scale:n_gpus<=64"]
		print page "| 837 of 1,123 MPT runs on A100 and H100 | the other 286 |" value["random:0.745"]
		print page "| the oldest 837 | the newest 286, 163 of them on a device type not in training |" value["time:date:0.745"]
		print page "| 1,090 on up to 64 GPUs | 33 on 128 to 512 GPUs |" value["scale:n_gpus<=64"]
	}' "$WORK/out/llm-foundry-splits.csv"
cml-eval -q --no-intervals --repeats 10 --metrics kendall --split random:0.745 --split time:date:0.745 --split 'scale:n_gpus<=64' \
	-s "$ROOT/schemas/llm_foundry.csv" "$CML_PUBLIC_DATA/llm_foundry.csv" |
	awk -F, '$2 == "mean" && $5 == "kendall" { value[++n] = $6 }
		END { printf "README.md\tWith that space and no options at all, Kendall is %.3f, %.3f and %.3f.\n", value[1], value[2], value[3] }'
printf "README.md\t50, 100, 200 and 400 jobs order new settings at Kendall's tau %s\n" "$(curve ultrascale_h100)"
printf 'README.md\t([below](#results)) at %s.\n' "$(curve llm_foundry)"
