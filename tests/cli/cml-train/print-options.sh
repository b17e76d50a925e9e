cml-train --print-options | grep -e "-p gp" -e "^--predictor"
