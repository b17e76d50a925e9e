# --goal min was called --minimize: still taken, and listed nowhere.
printf 'ms,p\n1,1.5\n2,1.9\n3,3.25\n' >table.csv
cml-eval --actual ms --predicted p --goal min --bootstrap 0 --metrics regret@1,top-recall@1 table.csv >new
cml-eval --actual ms --predicted p --minimize --bootstrap 0 --metrics regret@1,top-recall@1 table.csv | cmp - new && echo same
for list in --help --usage --print-options; do
	cml-eval $list | grep -e --minimize
done | wc -l
