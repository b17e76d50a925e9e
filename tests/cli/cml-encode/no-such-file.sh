cml-encode -s "$DATA/manual/space.csv" nowhere.csv
