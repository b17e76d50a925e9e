# jobs that stand in two exports of a tracker count once, as the later one has them
cat > space.csv <<'EOF'
name,role,type,domain
run,id,,
tp,param,int,1:8:*2
speed,metric,max,
EOF
printf 'run,tp,speed\ne3b0c442,1,410.5\n98fc1c14,2,700\n9afbf4c8,4,\n' > monday.csv
printf 'speed\ttp\trun\n700.0\t2.0\t98fc1c14\n1100\t4\t9afbf4c8\n1300\t8\t27ae41e4\n' > friday.tsv
cml-encode -s space.csv monday.csv friday.tsv | cut -d, -f2-
cml-encode --check -s space.csv monday.csv friday.tsv | tail -n 1
# without an id, results of four digits tell; the levels of an open column are read before
printf 'name,role,type,domain\ntp,param,categorical,\nspeed,metric,max,\n' > open.csv
printf 'tp,speed\n1,410.5\n2,700\n4,1100\n' > a.csv
printf 'tp,speed\n1,410.5\n2,700\n4,1100\n8,1300\n' > b.csv
cml-encode -s open.csv a.csv b.csv | cut -d, -f2-3
# trials that are numbered anew in each study are no copies, nor are rows of one file
printf 'run,tp,speed\n1,1,410.5\n2,2,700\n2,2,700\n' > study1.csv
printf 'run,tp,speed\n1,1,418.5\n2,2,704\n' > study2.csv
cml-encode -s space.csv study1.csv study2.csv | wc -l
# ids that are names of experiments
printf 'run,tp,speed\nlarge-model,1,410.5\nlarge-model,1,411.5\n' > one.csv
printf 'run,tp,speed\nlarge-model,1,412.5\nlarge-model,1,413.5\n' > two.csv
cml-encode -s space.csv one.csv two.csv | wc -l
cml-eval -q -s space.csv --split random:0.5 --repeats 2 --metrics rmse monday.csv friday.tsv | cut -d, -f3-4
