tr ',' '|' <"$DATA/manual/jobs.csv" | cml-encode -s "$DATA/manual/space.csv"
tr ',' ';' <"$DATA/manual/jobs.csv" | cml-encode --infer --metric speed
# Cells in quotes stop the reader before it knows.
printf 'gpus;"tp";speed\n8;"1";10\n' | cml-encode --infer
printf '"gpus"\t"tp"\n8\t"1"\n' | cml-encode --infer
