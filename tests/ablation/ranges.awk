# Jobs of simulated functions of continuous settings: awk -F, -v form=N -v seed=SEED -f ranges.awk PROPOSALS
# Two settings matter as their logarithm, two as they are, one is a level; readings have 0.5 % of noise. 1: one broad hill. 2: waves.
# 3: Branin's function with two factors (its three optima). 4: a narrow hill beside a broad one.
FNR == 1 {
	srand(seed)
	for (i = 1; i <= NF; i++) at[$i] = i
	print "l1,l2,c3,c4,k,y"
	next
}
{
	a = (log($at["l1"]) / log(10) + 5) / 4
	b = (log($at["l2"]) / log(10) + 5) / 4
	c = $at["c3"]
	d = $at["c4"]
	adam = $at["k"] == "adam"
	if (form == 1) y = 100 * exp(-8 * ((a - 0.62) ^ 2 + (b - 0.3) ^ 2) - 2 * ((c - 0.8) ^ 2 + (d - 0.4) ^ 2)) * (adam ? 1 : 0.93)
	if (form == 2) y = 60 + 20 * sin(9 * a) * exp(-2 * (b - 0.5) ^ 2) + 60 * (c - c * c) * (adam ? 1 : 0.8) - 40 * (d - 0.2) ^ 2 + 5 * cos(12 * b * d)
	if (form == 3) {
		u = 15 * a - 5
		v = 15 * b
		pi = 3.14159265
		branin = (v - 5.1 / (4 * pi ^ 2) * u ^ 2 + 5 / pi * u - 6) ^ 2 + 10 * (1 - 1 / (8 * pi)) * cos(u) + 10
		y = 200 / (1 + branin / 20) * (1 - 0.3 * (c - 0.35) ^ 2) * (1 - 0.5 * (d - 0.9) ^ 2) * (adam ? 0.9 : 1)
	}
	if (form == 4) y = 50 * exp(-200 * ((a - 0.71) ^ 2 + (b - 0.44) ^ 2)) + 50 * exp(-3 * ((c - 0.2) ^ 2 + (d - 0.6) ^ 2)) + 2 * adam
	noise = 1.15 * (rand() + rand() + rand() - 1.5)
	printf "%s,%s,%s,%s,%s,%.5g\n", $at["l1"], $at["l2"], c, d, $at["k"], y * (1 + 0.005 * noise)
}
