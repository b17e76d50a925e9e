# A row that the space refuses is told of before anything starts.
printf 'name,role,type,domain\nx,param,int,1:3\n' >space.csv
printf 'x\n1\n7\n' | cml-submit -s space.csv -a h.csv -- touch started
echo "exit $?"
ls
