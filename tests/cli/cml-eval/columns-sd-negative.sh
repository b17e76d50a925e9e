printf 'wps,cml_pred,cml_sd\n100,105,4\n200,190,-2\n' | cml-eval --actual wps --predicted cml_pred --sd cml_sd
