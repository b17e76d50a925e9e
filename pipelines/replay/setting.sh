# The setting of the tools that a replay uses, one for all tables: read by ours.sh.
# One at a time, the prediction and KAPPA times its uncertainty; batches: leaders.awk.
goal=min
hopeful=lcb
if grep -q ',metric,max' "$dir/space.csv"; then
	goal=max
	hopeful=ucb
fi
init=${INIT:-10}
train=${TRAIN:--p forest --trees 100 --log-target}
kappa=${KAPPA:-1}
