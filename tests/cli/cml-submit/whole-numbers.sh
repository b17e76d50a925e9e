# pandas writes 4.0 for the whole number 4 where a column has a cell without a value: jobs get 4, as a param, a
# context, a level; a number of type float and a level that is written so stay
cat > space.csv <<'EOF'
name,role,type,domain
tp,param,ordinal,1|2|4
image,param,categorical,1.9|1.10|2.0
recompute,param,bool,
seq_len,context,int,
scale,param,float,
q,metric,max,
EOF
cat > next.csv <<'EOF'
tp,image,recompute,seq_len,scale
4.0,2.0,1.0,2e3,2.0
1,1.10,True,16.0,2
2.0,1.9,0.0,8,2.5
EOF
cml-submit -q -s space.csv --metric q -a history.csv next.csv -- sh -c 'echo "$@" "$CML_tp"; echo q=1' sh {tp} {image} {recompute} {seq_len} {scale}
cat history.csv.jobs/*/stdout | grep -v q= | sort
# one job, however it is spelt
printf 'tp,image,recompute,seq_len,scale\n4,2.0,true,2000,2\n' |
	cml-submit -s space.csv --metric q -a history.csv -- false
printf 'tp,image,recompute,seq_len,scale\n3.0,2,true,2000,2\n' |
	cml-submit -s space.csv --metric q -a history.csv -- false
