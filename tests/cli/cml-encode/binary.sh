head -c 300 /dev/zero | cml-encode -s "$DATA/manual/space.csv"
