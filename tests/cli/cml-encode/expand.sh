# Dicts as W&B, pandas and json.dumps write them, from two files, to a table that --infer reads.
cat >jobs.csv <<'END'
,name,config,tok_s,state
0,a,"{""tp"": 8, ""mesh"": {""pp"": 2, ""kind"": ""1f1b""}, ""betas"": [0.9, 0.95]}",100.5,finished
1,b,"{'tp': 4, 'mesh': {'pp': 1}, 'compile': True, 'note': None}",90,finished
2,c,,,crashed
END
printf 'config,tok_s,state,name,\n"{""tp"": 2, ""label"": ""a, \\u00b5""}",80,finished,d,3\n' | sed '1s/,$/,column_1/' >more.csv
cml-encode --expand config jobs.csv more.csv | tee flat.csv
cml-encode -q --infer flat.csv | cut -d, -f1-4
