# -h is --help everywhere.
for tool in cml-encode cml-train cml-rank cml-search cml-eval cml-submit fsdp-sim; do
	$tool -h >short 2>&1 || echo "$tool: exit $?"
	$tool --help >long
	cmp short long && wc -l <short | grep -vx 0 >/dev/null || echo "$tool differs"
done
