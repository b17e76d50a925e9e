printf 'ms,p\n1,1.5\n2,1.9\n3,3.25\n' | cml-eval --actual ms --predicted p --goal min --bootstrap 0 --metrics regret@1,top-recall@1
