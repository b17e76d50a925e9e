# Devices and pipes without an end, and a gzip bomb of a megabyte, are refused soon and in little memory.
# Under AddressSanitizer, which reserves terabytes, without the limit.
[ -n "$({ ulimit -v 1500000; cml-search --version; } 2>/dev/null)" ] && ulimit -v 1500000
cml-search -s /dev/full
cml-search -m /dev/zero
printf 'a,y\n1,2\n' >jobs.csv
printf 'name,role,type,domain\na,param,int,1:9\ny,metric,max,\n' >space.csv
cml-encode -s space.csv /dev/zero
cml-search -s space.csv --exclude /dev/full
# One part of it many times: gzip files one after the other are one file.
bomb() { { printf 'a,y\n1,' | gzip; head -c 10000000 | gzip -1 >part.gz; for i in 1 2 3 4 5 6 7 8 9 10; do cat part.gz; done; } >bomb.gz; }
tr '\0' x </dev/zero | bomb
cml-encode -s space.csv bomb.gz
bomb </dev/zero
cml-encode -s space.csv bomb.gz
