printf 'wps,cml_pred,cml_sd\n100,105,4\n200,190,2\n300,303,6\n400,,\n500,450,60\n600,640,30\n' | cml-eval --actual wps --predicted cml_pred --sd cml_sd --bootstrap 100
