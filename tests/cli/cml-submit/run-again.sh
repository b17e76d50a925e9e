# A configuration that was ok runs again when its row and its directories are gone; without the
# row alone, its record gives the row back.
printf 'x\n1\n2\n' >in.csv
submit() { RUN=$1 cml-submit -a h.csv -j 1 --metric v in.csv -- sh -c 'echo "v=$RUN$1"' sh {x}; }
submit 1
sed -i '/^1,/d' h.csv
submit 2
key=$(grep '^1,' h.csv | cut -d, -f3)
sed -i '/^1,/d' h.csv
rm -r h.csv.jobs/"$key".*
submit 3
cut -d, -f1,2,4,7 h.csv | sort
