# Files after the first are keyed by the same header, packed ones and standard input too.
printf 'x\n1\n' >a.csv
printf 'x\n2\n' | gzip >b.csv.gz
printf 'x\n3\n' | cml-submit -q --dry-run a.csv b.csv.gz - -- echo '{x}' '{cml_key}' | cut -d ' ' -f 1-2
