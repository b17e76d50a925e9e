# The jobs of the page: awk -F SEPARATOR -v OFS=SEPARATOR -f jobs.awk ASKED JOBS
#
# ASKED: keys of the jobs that are asked about. JOBS: key, status, metric, round, prediction, its
# deviation, reason, time, when cml-submit started it, seconds, settings, in which of these it left the log,
# the chance to run. Both have a
# header. Writes job, round, key, status, metric, prediction and so on, with one time: a row of cml-submit
# has no other than its own.
FILENAME == ARGV[1] {
	asked[$1]
	next
}
FNR > 1 && !($1 in asked) { next }
{
	round = FNR == 1 ? "round" : $4 ~ /^[0-9]+$/ ? $4 + 0 : ""
	time = FNR > 1 && $8 !~ /^[-+.]?[0-9]/ ? $9 : $8
	line = (FNR == 1 ? "job" : ++n) OFS round OFS $1 OFS $2 OFS $3 OFS $5 OFS $6 OFS $7 OFS time
	for (i = 10; i <= NF; i++) line = line OFS $i
	print line
}
