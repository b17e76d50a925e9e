# The setting of the tools that a replay uses, one for all tables: read by ours.sh.
# `hopeful` is ucb where a large metric is good, lcb where a small one is.
hopeful=lcb
grep -q ',metric,max' "$dir/space.csv" && hopeful=ucb
init=${INIT:-10}
train=${TRAIN:--p forest --trees 100 --log-target}
rank=${RANK:---by $hopeful --kappa 1}
