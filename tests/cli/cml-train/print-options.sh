cml-train --print-options | grep -e '^gbt' -e "^--predictor"
