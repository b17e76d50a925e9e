# The setting of the tools that a replay uses, one for all tables: read by ours.sh.
init=${INIT:-10}
train=${TRAIN:--p gp --log-target}
search=${SEARCH:---method auto}
design=${DESIGN---method auto}
