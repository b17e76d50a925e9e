# Names that would be twice in a row, and a history as input, whose results are left out.
printf 'm,x\n1,2\n' >in.csv
cml-submit -a h.csv --metric m=max in.csv -- echo m=1
echo $?
printf 'm\n1\n' | cml-submit -a h.csv --metric m -- echo m=1
echo $?
ls
printf 'x,m,cml_status\n2,7,ok\n' | cml-submit -a h.csv --metric m -- echo m=1
cut -d, -f1,2,4 h.csv
