# A name that is nearly one of the space.
cml-search -s "$SCHEMAS/llm_foundry.csv" --fix n_gpu=64
cml-search -s "$SCHEMAS/llm_foundry.csv" --fix gpus=64
