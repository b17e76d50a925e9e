# The second metric of a space is read from the output, as limits are; the last reading, or what --limit says. A
# note tells of the first ok job without it.
printf '%s\n' name,role,type,domain a,param,int,1:9 wps,metric,max, hours,metric,min, >space.csv
printf 'a\n2\n3\n' >list.csv
cat >job.sh <<'END'
echo "wps=$CML_a hours=1"
[ "$CML_a" = 3 ] || echo "wps=7 hours=2.385 h=5"
END
cml-submit -q -s space.csv -a one.csv --metric wps -j 1 list.csv -- sh "$PWD/job.sh" >/dev/null
cut -d, -f 1-3,5 one.csv
cml-submit -q -s space.csv -a two.csv --metric wps -j 1 --limit hours=h list.csv -- sh "$PWD/job.sh" >/dev/null
cut -d, -f 1-3,5 two.csv
cml-submit -s space.csv -a four.csv --metric wps -j 1 list.csv -- echo wps=2 h=5 2>&1
cml-submit -q -s space.csv -a three.csv --metric wps -j 1 --limit a=h list.csv -- sh "$PWD/job.sh"
