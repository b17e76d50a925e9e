printf 'a,p\n1,2\n2,3\n' | cml-eval --actual a --predicted p --metrics ok-auc
