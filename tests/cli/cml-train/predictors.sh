cml-train -p help >train
cml-eval -phelp | cmp - train && head -n 20 train
cml-train -p help >/dev/full
