# Dates in the forms of job logs are times, not ids; epoch seconds are by their name; a form that is
# not known is left out. %d: twelve numbers.
for form in '%d Jun 2026 11:40' '1/%d/2026 5:05 PM' '20260613T1140%d' 'Mon Jun  1 11:%d:00 2026' \
	'2026-06-01T11:%d:00Z' '06/%d/2026' '06/01/2026 10:%d' '17803140%d' 'Jun %d, 26'; do
	echo "-- $form"
	awk -v form="$form" 'BEGIN {
		print "tp,ended,qps"
		for (i = 1; i <= 12; i++)
			printf "%d,\"" form "\",%d\n", i % 3, 12 + i, 100 + i % 5
	}' | cml-encode --infer 2>&1 | grep '^ended'
done
