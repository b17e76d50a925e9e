cml-train --print-options | grep -e "^gp" -e "^--predictor"
