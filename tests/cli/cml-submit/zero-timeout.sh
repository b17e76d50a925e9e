printf 'x\n1\n' | cml-submit --timeout 0 -- true
