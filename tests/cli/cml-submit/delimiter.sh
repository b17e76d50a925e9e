# -d holds for a log that is written to, too.
printf 'name,role,type,domain\nx,param,int,1:99\nq,metric,max,\n' >space.csv
printf 'x;q;note\n1;1.5;a,b\n2;2.5;c\n' >log.csv
printf 'x;note\n3;"d;e"\n' | cml-submit -d ';' -s space.csv -a log.csv --widen --metric q -- echo q={x}.5
cut -d';' -f1-5 log.csv
printf 'x;y\n5;6\n' | cml-submit -q -d ';' -a new.csv -- true
printf 'x,y\n7,8\n' | cml-submit -q -a new.tsv -- true
cut -d';' -f1-4 new.csv
cut -f1-4 new.tsv
printf 'x;y\n1;2\n' | cml-submit -d ';' -a new.tsv -- true
printf 'x\n1\n2\n' | cml-submit -d ';' -s space.csv --backend replay=log.csv - | cut -d';' -f1-4
