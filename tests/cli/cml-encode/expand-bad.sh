# A cell that is no dict is a bad row like any other; so is what no table can hold.
printf 'config,tok_s\n"{""tp"": 8}",1\n"{""tp"": 8",2\n{tp: 3},3\n[1],4\n' >jobs.csv
cml-encode --expand config jobs.csv
cml-encode --expand config --bad-rows skip jobs.csv
cml-encode --expand confg jobs.csv
printf 'config,config.tp\n"{""tp"": 8}",1\n' | cml-encode --expand config
printf 'config,tok_s\n,1\n' | cml-encode --expand config
cml-encode --expand config -s space.csv jobs.csv 2>&1 | head -n 1
cml-encode --expand config --infer jobs.csv
