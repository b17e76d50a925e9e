printf 'wps,cml_pred\n1,1.5\n' | cml-eval --actual qps --predicted cml_pred
