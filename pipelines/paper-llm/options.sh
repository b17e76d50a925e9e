# The predictor of these figures: one set of options for every table and split.
options='-p gbt:trees=400,depth=6,learning-rate=0.05,subsample=0.7,colsample=0.5,l2=1 --log-target'
