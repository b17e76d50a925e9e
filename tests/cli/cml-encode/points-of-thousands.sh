# A sheet that marks thousands with a point, and a model in another language.
awk 'BEGIN {
	print "Modell;GPUs;TP;Tokens pro Sekunde"
	for (i = 0; i < 24; i++) {
		n = int((i % 2 ? 51 : 2001) * (1 + i % 3) + 37 * (i % 7))
		printf "%s;%d;%d;%s\n", i % 2 ? "70B" : "7B", 2 ^ (i % 3), 1 + i % 4, n < 1000 ? n : sprintf("%d.%03d", n / 1000, n % 1000)
	}
}' >jobs.csv
cml-encode -d ';' --infer jobs.csv >space.csv
cut -d, -f1,2,9 space.csv
cml-encode -d ';' -s space.csv --check jobs.csv >/dev/null
cml-encode -d ';' -s space.csv jobs.csv | cml-train -s space.csv -o model
