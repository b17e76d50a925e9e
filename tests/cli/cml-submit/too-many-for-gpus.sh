printf 'x\n1\n' | cml-submit -j 3 --gpus 2 -- true
