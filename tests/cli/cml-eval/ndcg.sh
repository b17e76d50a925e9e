printf 'wps,cml_pred\n1,1.5\n2,1.9\n3,3.25\n4,\n5,4.5\n5,6\n1,5\n' | cml-eval -q --actual wps --predicted cml_pred --bootstrap 0 --metrics ndcg,ndcg@1,ndcg@3,ndcg@100
printf 'wps,cml_pred\n1,1.5\n2,1.9\n' | cml-eval --actual wps --predicted cml_pred --bootstrap 0 --metrics ndcg --goal min
printf 'wps,cml_pred\n2,1.5\n2,1.9\n' | cml-eval --actual wps --predicted cml_pred --bootstrap 0 --metrics ndcg --require 'ndcg>0'
