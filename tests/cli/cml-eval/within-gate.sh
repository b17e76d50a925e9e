# Good over all, bad inside: the gate that says so.
printf 'gpus,wps,pred\n8,1,3\n8,2,2\n8,3,1\n16,101,103\n16,102,102\n16,103,101\n' >jobs.csv
cml-eval --actual wps --predicted pred --within gpus --metrics kendall --bootstrap 0 --require 'kendall>=0.1' --require 'kendall-within>=0' jobs.csv
