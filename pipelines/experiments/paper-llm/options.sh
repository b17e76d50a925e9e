# The predictor of these figures: one set of options for every table and split.
options='-p gbt:trees=400,learning-rate=0.05 --log-target'
