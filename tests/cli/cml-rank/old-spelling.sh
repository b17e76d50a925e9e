# --number was called --top: still taken, and listed nowhere.
printf 'cml_key,cml_target,a\n000000000000000a,1,1\n000000000000000b,3,2\n000000000000000c,4,3\n' >table.csv
cml-train -q -o model table.csv
cml-rank -m model --number 2 table.csv >new
cml-rank -m model --top 2 table.csv | cmp - new && echo same
cml-rank -m model --top 0 table.csv
for list in --help --usage --print-options; do
	cml-rank $list | grep -e --top
done | wc -l
