: >space.csv
printf 'a,y\n4,1\n' | cml-encode -s space.csv
