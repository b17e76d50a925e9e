# What every tool does alike: its version, an option that it has not, -h for --help.
for tool in cml-encode cml-train cml-rank cml-search cml-eval cml-submit fsdp-sim; do
	$tool --version
	$tool --no-such-option
	[ $? -eq 2 ] || echo "$tool: not 2"
	$tool -h >short 2>&1 || echo "$tool: exit $?"
	$tool --help >long
	cmp short long && [ -s short ] || echo "$tool differs"
done
