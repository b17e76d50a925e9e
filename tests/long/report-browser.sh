#!/bin/sh
# The report in a browser, on a phone and on a desk: nothing is wider than the screen, every plot
# that is shown has a size, and it prints.
set -eu
for browser in chromium chromium-browser google-chrome; do
	! command -v $browser >/dev/null || break
done
command -v "$browser" >/dev/null || { echo "skipped: no chromium to look at the report with"; exit 77; }
. "$ROOT/tests/begin.sh"
unset SPACE HISTORY PREDICTOR REPEATS SEED BASELINE
export HOME="$work"
look() { "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/browser" "$@" 2>browser.log; }

# Values and names without a place to break, more params than fit, and a run like others.
mkdir wide
awk 'BEGIN {
	for (i = 1; i <= 120; i++) long = long "x"
	print "name,role,type,domain,encoding,default,unit" >"wide/space.csv"
	print long ",param,categorical,,,0" long "," >"wide/space.csv"
	for (i = 1; i <= 60; i++) print "p" i ",param,int,0:9,,0," >"wide/space.csv"
	print "status,status,,,,," >"wide/space.csv"
	print "speed" long ",metric,max,,,," long >"wide/space.csv"
	printf "%s,", long
	for (i = 1; i <= 60; i++) printf "p%d,", i
	print "status,speed" long ",cml_reason,cml_round"
	for (row = 1; row <= 60; row++) {
		printf "%s%s,", row % 3, long
		for (i = 1; i <= 60; i++) printf "%d,", (row * i * 7) % 10
		print (row % 3 ? "ok" : "oom") "," row "e9,out of " long ",0"
	}
}' >wide/history.csv
sh "$ROOT/tests/report/sample.sh" run
for run in run wide; do
	REPEATS=1 sh "$ROOT/pipelines/report/report.sh" $run
	# A window has a least width, a frame in it has none; what is measured there is told to the window.
	sed 's|</body>|<script>var shown = [...document.querySelectorAll("svg")].filter(s => getComputedStyle(s).display != "none");\
		parent.postMessage([location.hash, innerWidth, document.documentElement.scrollWidth, shown.length,\
		shown.filter(s => s.getBoundingClientRect().width < 200 \|\| s.getBoundingClientRect().height < 150).length].join(" "), "*")</script></body>|' \
		$run/report.html >$run/measured.html
	for width in 390 1280; do
		echo "<iframe src='$run/measured.html#$run-at-$width' style='width: ${width}px; height: 900px; border: 0'></iframe>"
	done
	look --no-pdf-header-footer --print-to-pdf="$work/$run.pdf" "file://$work/$run/report.html" >/dev/null || { cat browser.log; exit 1; }
	[ "$(head -c 5 "$run.pdf")" = %PDF- ] || { echo "$run: no PDF"; exit 1; }
done >frames
# One start of the browser for all frames: it takes longer than they do.
{
	echo '<script>onmessage = e => document.documentElement.dataset[e.data.split(" ")[0].replace(/\W/g, "")] = "found" + e.data</script>'
	cat frames
} >frames.html
look --virtual-time-budget=10000 --dump-dom "file://$work/frames.html" >dom.html || { cat browser.log; exit 1; }
for run in run wide; do
	for width in 390 1280; do
		found=$(sed -n "s/.*found#$run-at-$width \([0-9 ]*\)\".*/\1/p" dom.html)
		echo "$run at $width: inner width, scroll width, plots, plots without a size: $found"
		# shellcheck disable=SC2086
		set -- $found
		[ $# -eq 4 ] && [ "$1" -eq $width ] && [ "$2" -le "$1" ] && [ "$3" -ge 1 ] && [ "$4" -eq 0 ] || exit 1
	done
done
[ -z "${KEEP:-}" ] || cp -r "$work" "$KEEP"
