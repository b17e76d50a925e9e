# A column that holds several settings, as trackers export them: a note says how they become columns.
printf 'mb,config,wps\n' >log.csv
for i in 1 2 3 4 5 6; do printf '%d,"{""tp"": %d, ""zero"": true}",%d\n' $((i % 2 + 1)) $((i % 3 + 1)) $((100 + i)) >>log.csv; done
cml-encode --infer log.csv
sed 's/"{""tp"": \(.\), ""zero"": true}"/--tp=\1 --zero=1/; 1s/config/Comment/; s/^[^,]*,//' log.csv >words.csv
head -n 2 words.csv
cml-encode --infer words.csv
cml-encode --expand Comment words.csv | cml-encode -q --infer
