cml-search -s "$SCHEMAS/llm.csv" --fix pp=1 --fix interleave=2 -n 1
