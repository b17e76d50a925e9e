# A table without its header line, in each tool that looks for columns.
printf '8,4,2,1500.5,ok\n8,2,1,1400.5,ok\n16,2,4,3000.25,ok\n' >jobs.csv
cml-encode --infer jobs.csv
printf 'run-1,2026-03-02 08:00,8,8,1500.5\n' | cml-encode --infer
cml-encode -s "$SCHEMAS/llm.csv" --check jobs.csv
cml-eval --actual wps --predicted cml_pred jobs.csv
