# NULL of SQL exports, and \N of a database's own, are no values: neither of a setting nor of a metric.
cat >jobs.csv <<'EOF'
tp,stage,q,status
1,os,4.5,ok
2,full,NULL,oom
4,NULL,5.5,ok
\N,os,6.5,ok
8,full,7.5,ok
EOF
cml-encode -q --infer --metric q jobs.csv | cut -d, -f1-4
