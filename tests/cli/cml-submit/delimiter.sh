# -d holds for a log that is written to, too; a log that has another delimiter keeps its own.
printf 'name,role,type,domain\nx,param,int,1:99\nq,metric,max,\n' >space.csv
printf 'x;q;note\n1;1.5;a,b\n2;2.5;c\n' >log.csv
printf 'x;note\n3;"d;e"\n' | cml-submit -d ';' -s space.csv -a log.csv --widen --metric q -- echo q={x}.5
cut -d';' -f1-5 log.csv
printf 'x\n4\n' | cml-submit -s space.csv -a log.csv --metric q -- echo q={x}.5
printf 'x;y\n5;6\n' | cml-submit -q -d ';' -a new.csv -- true
printf 'x,y\n7,8\n' >old.csv
printf 'x;y\n9;10\n' | cml-submit -q -d ';' -a old.csv --widen -- true
printf 'x;z\n1;2\n' | cml-submit -d ';' -a old.csv -- true
tail -n 1 log.csv | cut -d';' -f1-4
cut -d';' -f1-4 new.csv
cut -d, -f1-4 old.csv
printf 'x\n1\n2\n' | cml-submit -d ';' -s space.csv --backend replay=log.csv - | cut -d';' -f1-4
