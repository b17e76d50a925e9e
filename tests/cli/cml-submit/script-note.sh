# A value inside a shell's script is code to the shell: it is said. As a word of its own, or in
# the environment, it is none.
printf 'x\n$(touch made; echo 7)\n' >in.csv
cml-submit -q -a a.csv in.csv -- sh -c 'echo $1 "$CML_x"' sh {x}
cml-submit -a b.csv in.csv -- sh -c 'printf "%s %s\n" "$1" "$CML_x"' sh {x}
ls made 2>/dev/null
cat b.csv.jobs/*/stdout
cml-submit --dry-run in.csv -- sh -c 'echo {x}' | grep -o 'sh -c.*'
