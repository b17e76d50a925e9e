# Rounds on simulated jobs, in seconds: sample.sh OUT
SPACE=${ROOT:?}/schemas/ads-fsdp.csv LAUNCH='fsdp-sim --table' FIRST=60 ROUNDS=2 PROPOSALS=20 REPEATS=2 \
	PREDICTOR='-p gbt:trees=60,depth=4,learning-rate=0.2,ensemble=3' SEARCH='--method random --samples 5000' cml-rounds "$1"
