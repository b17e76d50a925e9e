printf 'wps,cml_pred\n1,1.5\n' | cml-eval --actual wps --predicted cml_pred
