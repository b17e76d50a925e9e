# Sourced by the checks on public measured tables: finds them or skips.
# Sets data; exits 77 with a line that says so where they are absent.
data=${CML_PUBLIC_DATA:-$ROOT/../shared/data}
if [ ! -f "$data/llm_foundry.csv" ]; then
	echo "skipped: no public tables in ${CML_PUBLIC_DATA:-the folder CML_PUBLIC_DATA names}"
	exit 77
fi
