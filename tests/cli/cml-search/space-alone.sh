# Without a model: limits are not looked at, and ranges of several decades are drawn evenly unless they are encoded as log; both are
# told, and the second by cml-encode --check, too. Not of what is encoded, of powers, of few decades, of what begins at 0.
cat >space.csv <<'END'
name,role,type,domain,encoding
lr,param,float,1e-5:1e-2,
eps,param,float,1e-9:1e-5,log
clip,param,float,1e-3:1e3,value
warmup,param,int,1:5000,
batch,param,int,1:1024:*2,
wd,param,float,0:1000,
beta,param,float,0.1:10,
loss,metric,min,,
memory_gb,limit,float,:80,
END
cml-search -s space.csv -n 8 | awk -F, 'NR > 1 && $1 < 1e-4 { n++ } END { print n + 0, "of 8 learning rates below 1e-4" }'
sed 's/^lr,.*/&log/; s/^warmup,.*/&log/' space.csv >log.csv
cml-search -q -s log.csv -n 8 | awk -F, 'NR > 1 && $1 < 1e-4 { n++ } END { print n + 0, "of 8 learning rates below 1e-4" }'
printf 'lr,eps,clip,warmup,batch,wd,beta,loss,memory_gb\n1e-4,1e-8,1,100,64,0,1,2.5,70\n' >jobs.csv
cml-encode --check -s space.csv jobs.csv | cut -d, -f1,4
cml-encode --check -s log.csv jobs.csv >checked.csv
