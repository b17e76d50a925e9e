printf 'wps,cml_pred\n1,1.5\n2,1.9\n3,3.25\n4,\n5,4.5\n5,6\n' | cml-eval --actual wps --predicted cml_pred --bootstrap 200
