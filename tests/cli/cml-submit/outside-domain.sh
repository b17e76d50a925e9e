# A value that the space does not allow is no result, here as in cml-encode.
cat >space.csv <<'END'
name,role,type,domain
x,param,int,-9:9
qps,metric,max,0:
END
printf 'x\n5\n-5\n' | cml-submit -s space.csv -a h.csv -j 1 --metric qps -- echo qps={x}
cut -d, -f1,2,4,9,11 h.csv
