printf 'wps,cml_pred\n1,1.5\n2,3\n' | cml-eval --actual wps --predicted cml_pred --require 'interval-coverage>=0.85'
