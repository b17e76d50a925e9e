#!/bin/sh
# Removes what is not whole of the files of rounds, cut off or edited: mend.sh OUT
#
# A `done` that is not the one row it should be, proposals and jobs that are no table: they follow from the other files of their
# round, and are made of them again.
here=${0%/*}
. "$here/common.sh"
set +f
for row in "$1"/round-[0-9][0-9]/done; do
	[ -f "$row" ] || continue
	number=${row%/done}
	number=${number##*-}
	! read -r _ <"$row" || # cut off
		! figures -v columns="$columns" -v round="${number#0}" -f "$here/shape.awk" "$row" || continue
	say "$row is not a row of rounds.csv: making it again"
	rm "$row"
done
for table in "$1"/round-[0-9][0-9]/proposals.csv "$1"/round-[0-9][0-9]/launched.csv; do
	[ -f "$table" ] || continue
	if [ ! -s "$table" ]; then
		how=empty
	elif [ -n "$(tail -c 1 "$table")" ] || ! csv whole.awk "$table"; then
		how='cut off, or not a table'
	else
		continue
	fi
	say "$table is $how: making it again"
	rm -f "$table" "${table%/*}/done"
done
