# Devices and pipes without an end, and a gzip bomb of a megabyte, are refused soon and in little memory.
# Under AddressSanitizer, which reserves terabytes, without the limit.
[ -n "$({ ulimit -v 1500000; cml-search --version; } 2>/dev/null)" ] && ulimit -v 1500000
timeout 60 cml-search -s /dev/full
timeout 60 cml-search -m /dev/zero
printf 'a,y\n1,2\n' >jobs.csv
printf 'name,role,type,domain\na,param,int,1:9\ny,metric,max,\n' >space.csv
timeout 60 cml-encode -s space.csv /dev/zero
timeout 60 cml-search -s space.csv --exclude /dev/full
{ printf 'a,y\n1,'; head -c 200000000 /dev/zero | tr '\0' x; } | gzip -1 >bomb.gz
timeout 60 cml-encode -s space.csv bomb.gz
{ printf 'a,y\n1,'; head -c 100000000 /dev/zero; } | gzip -1 >bomb.gz
timeout 60 cml-encode -s space.csv bomb.gz
