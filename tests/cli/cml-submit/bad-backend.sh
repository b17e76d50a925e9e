printf 'x\n1\n' | cml-submit --backend pbs -- true
