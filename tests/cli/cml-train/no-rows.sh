printf 'cml_key,cml_status,cml_target,a\n' | cml-train -o model
