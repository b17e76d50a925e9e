# What is closed is not given to the history: as in `ssh host 'cml-submit ... <&- >&- 2>&- &'`.
printf 'x\n1\n2\n' >in.csv
cml-submit -a h.csv -j 1 in.csv -- sh -c 'echo $1 >>ran; exit 3' sh '{x}' <&- >&- 2>&-
echo "exit $?"
cut -d, -f 1,3,6,7 h.csv
cat ran
