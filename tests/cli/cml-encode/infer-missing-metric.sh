# A metric that the log has not: those that look like one, or none.
cml-encode --infer --metric qps "$DATA/manual/jobs.csv"
cml-encode --infer --metric sped "$DATA/manual/jobs.csv"
printf 'tp,took,joules,micro_batch\n1,2.5,10.5,1\n2,3.25,9,2\n1,2,11,4\n' | cml-encode --infer --metric qps
printf 'tp,when\n1,2026-01-01\n' | cml-encode --infer --metric qps
