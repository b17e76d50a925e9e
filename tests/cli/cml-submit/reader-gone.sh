# Without a history, the reader of the rows goes: the note leads to what the jobs have left.
(echo x; seq 20) >in.csv
mkdir tmp
TMPDIR=$PWD/tmp cml-submit in.csv -- true 2>told | head -n 1 | cut -c1-11
sed 's|cml-submit\.[^ ]*|NAME|' told | sed "s|$PWD|PWD|"
