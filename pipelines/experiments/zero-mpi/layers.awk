# Contenders for people, a letter for each layer: awk -F, -f layers.awk CONTENDERS
NR == 1 {
	for (i = 1; i <= NF; i++) column[i] = $i
	next
}
{
	layers = rest = ""
	for (i = 3; i <= NF; i++)
		if (column[i] ~ /^layer_/) layers = layers ($i == "FULL_SHARD" ? "F" : $i == "SHARD_GRAD_OP" ? "G" : "N")
		else rest = rest ", " column[i] " " $i
	print $1 ": layers " layers rest
}
END { print "F: FULL_SHARD, G: SHARD_GRAD_OP, N: NO_SHARD, layer 1 first." }
