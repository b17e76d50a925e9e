# A law: the scores with it.
(cat "$DATA/manual/space.csv" && echo 'compute,term,,1 / (gpus * peak(gpu))' && echo 'launches,term,,1 / (dp * micro_batch)') >space.csv
args='--split key --repeats 2 --split scale:gpus<=16 --bootstrap 0 -p auto:trees=20 --metrics kendall,wasted@10'
cml-eval -q -s space.csv $args --require 'kendall>=0.999' "$DATA/manual/jobs.csv" | grep mean
