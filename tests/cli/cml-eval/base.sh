# A base: the scores with it, without it and of the formula alone.
sed "/^dp/i roof,base,,gpus * (312 + 677 * (gpu == 'h100')),,,,,TFLOPS" "$DATA/manual/space.csv" >space.csv
args='--split key --repeats 2 --split scale:gpus<=16 --bootstrap 0 -p auto:trees=20 --metrics kendall,wasted@10'
cml-eval -q -s space.csv $args --require 'kendall>=0.99' "$DATA/manual/jobs.csv" | grep mean
