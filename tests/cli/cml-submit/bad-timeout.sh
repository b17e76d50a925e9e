printf 'x\n1\n' | cml-submit --timeout soon -- true
