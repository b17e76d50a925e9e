cml-encode -s "$DATA/manual/space.csv" .
