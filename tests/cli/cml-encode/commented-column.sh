# A row of the space whose name begins with # is a comment unless it is in quotes, which a spreadsheet drops.
printf '%s\n' name,role,type,domain '"# gpus",context,int,8|16' batch,param,int,1:8 '#note,param,int,1:8' rate,metric,max, >quoted.csv
tr -d '"' <quoted.csv >bare.csv
printf '%s\n' '# gpus,batch,#,rate' 8,1,a,10 16,2,b,11 >jobs.csv
for space in quoted bare; do
	cml-encode -s $space.csv jobs.csv | head -n 1
	cml-encode -s $space.csv --check jobs.csv | wc -l
done
tr , '\t' <bare.csv >bare.tsv
cml-encode -s bare.tsv jobs.csv | wc -l
cml-encode -s - jobs.csv <bare.csv | wc -l
