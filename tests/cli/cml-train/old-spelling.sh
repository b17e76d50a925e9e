# --aggregate was called --repeats: still taken, and listed nowhere.
printf 'cml_key,cml_target,a\n000000000000000a,1,1\n000000000000000a,3,1\n000000000000000b,4,2\n' >table.csv
cml-train --aggregate mean -o model table.csv && cml-train --repeats mean -o old table.csv && cmp model old && echo same
cml-train --repeats mode -o model table.csv
for list in --help --usage --print-options; do
	cml-train $list | grep -e --repeats
done | wc -l
# So was --validation-fraction: --valid-share, which model files of older versions hold.
set -- -p gbt --early-stopping 2 -o model
cml-train "$@" --validation-fraction 0.4 table.csv && mv model new && cml-train "$@" --valid-share 0.4 table.csv && cmp model new && echo same
cml-train --describe model | grep -e fraction -e share
for list in --help --usage --print-options; do
	cml-train $list | grep -e --valid-share
done | wc -l
