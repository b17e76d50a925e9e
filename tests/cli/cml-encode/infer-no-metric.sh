printf 'name,kind\nx,y\n' | cml-encode --infer
