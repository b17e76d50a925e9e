# What spreadsheets write below a table: rows of separators alone, which are none, and a total, which is no job.
{
	echo ';;;;'
	echo 'Model;GPUs;Batch;Recompute;Speed'
	awk 'BEGIN { for (i = 0; i < 12; i++) printf "%s;%d;%d;%s;%s\n", i % 2 ? "7B" : "13B", 8 * (1 + i % 3), 2 ^ (i % 4),
		i % 5 ? "full" : "none", i == 2 ? "1 023" : 800 + i * i }'
	echo ';;;;'
	echo ';;;;11000'
	echo ';;;;'
} >sheet.csv
cml-encode -d ';' --infer sheet.csv >space.csv
cml-encode -d ';' --check --bad-rows skip -s space.csv sheet.csv | awk -F, '$2 == "jobs" || $1 == "GPUs"'
