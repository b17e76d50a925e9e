#!/bin/sh
# The real trainer as jobs: configurations of its space run, their readings are found, and
# configurations with the same global batch learn from the same examples.
set -eu
/usr/bin/python3 -c 'import torch' 2>/dev/null || {
	echo "skipped: there is no PyTorch for /usr/bin/python3"
	exit 77
}
work=${WORK:?run this by build/release/reaper}
cat >"$work/jobs.csv" <<'END'
global_batch,batch,accumulate,bucket_mb,threads
64,32,1,1,1
64,8,4,4,1
END
cml-submit -q -s "$ROOT/schemas/ddp.csv" -a "$work/history.csv" -j 1 --timeout 10m \
	--metric examples_per_second=p90 --warmup 1 "$work/jobs.csv" -- \
	/usr/bin/python3 "$ROOT/pipelines/experiments/workloads/ddp/train.py" --steps=4 --width=64 --batch='{batch}' \
	--accumulate='{accumulate}' --bucket-mb='{bucket_mb}' --threads='{threads}' >"$work/rows.csv"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["cml_status"] == "ok" && $at["examples_per_second"] > 0 && $at["cml_readings"] == 3 { n++ }
	END { exit n != 2 }' "$work/history.csv" || {
	cat "$work/history.csv"
	exit 1
}
# Sums in another order differ in their last digits only.
sed -n 's/.* loss=\([0-9.]*\) .*/\1/p' "$work"/history.csv.jobs/*/stdout |
	awk '{ loss[NR] = $1 } END {
		for (i = 1; i <= 4; i++)
			if (loss[i] - loss[i + 4] > 0.001 || loss[i + 4] - loss[i] > 0.001)
				exit 1
		exit NR != 8
	}' || {
	head "$work"/history.csv.jobs/*/stdout
	exit 1
}
