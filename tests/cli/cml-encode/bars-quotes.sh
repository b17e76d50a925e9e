# sacct quotes nothing: between bars a quote inside a cell is text, and stays so on the way out.
printf 'JobID|State|speed|Comment\n1|COMPLETED|10|{"tp": 1}\n2|COMPLETED|19|{"tp": 2}\n' >jobs.psv
cml-encode --expand Comment jobs.psv
printf 'name,role,type,domain\ntp,param,int,1|2\nspeed,metric,max\nState,status\n' >space.csv
printf 'tp|speed|State|note\n1|10|COMPLETED|a "fast" job\n2|x|COMPLETED|b "|c\n' >jobs.psv
cml-encode -s space.csv --bad-rows bad.psv jobs.psv
cat bad.psv
# One that opens a cell still has to be closed; between commas it is an error as before.
printf 'tp|speed\n1|"10\n' >jobs.psv
cml-encode -s space.csv jobs.psv
printf 'tp,speed\n1,1"0\n' | cml-encode -s space.csv
