for options in '--actual a --predicted b' '-s space.csv --repeats 3' '-s space.csv --metrics kendall' \
	'-s space.csv -p auto:trees=5' '-s space.csv --goal min'; do
	cml-eval --frontier $options 2>&1 | head -n 1
done
cml-eval -s space.csv --fix a=3 2>&1 | head -n 1
