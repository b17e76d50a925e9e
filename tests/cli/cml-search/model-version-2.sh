cml-search -m "$DATA/model-2/gbt.model" --method exhaustive -n 2 --fix gpus=16 --fix gpu=h100
