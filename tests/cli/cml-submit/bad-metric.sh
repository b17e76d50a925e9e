printf 'x\n1\n' | cml-submit --metric qps=p101 -- true
