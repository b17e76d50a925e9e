printf 'cml_key,cml_pred\n0000000000000001,3\n' | cml-submit -- true
