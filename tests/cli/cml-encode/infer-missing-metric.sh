# A metric that the log has not, misspelt or absent.
cml-encode --infer --metric qps "$DATA/manual/jobs.csv"
cml-encode --infer --metric sped "$DATA/manual/jobs.csv"
printf 'tp,when\n1,2026-01-01\n' | cml-encode --infer --metric qps
