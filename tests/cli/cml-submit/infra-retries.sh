# A text that means the machine: tried again, then given up.
printf 'x\n1\n' | cml-submit -a h.csv --retries 2,0.01 --infra-pattern 'on fire' -- \
	sh -c 'echo run >>log; echo "switch 7 is on fire" >&2; exit 1' 2>&1 | sed "s|$PWD|PWD|g"
wc -l <log
cut -d, -f3,6,10 h.csv
