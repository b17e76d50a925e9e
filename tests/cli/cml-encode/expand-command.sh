# settings in command lines: of sacct, of a job log, of a sheet
cat > sacct.psv <<'EOF'
JobID|State|SubmitLine
4000|COMPLETED|sbatch --nodes=2 train.sh --tp=4 --micro-batch=8 --recompute
4001|COMPLETED|sbatch --nodes=4 --export=ALL,ZERO=3 train.sh --tp 8 --micro-batch 2
4002|COMPLETED|sbatch --nodes=4 "--wrap=srun -n 8 python train.py --tp 2 --micro-batch 4"
EOF
cml-encode --expand SubmitLine sacct.psv
cat > joblog.tsv <<'EOF'
Seq	JobRuntime	Exitval	Command
1	10.5	0	cd /scratch && ./bench -b16 --sizes 1 2 4 --lr -1e-3 192 > log 2>&1
2	11.5	0	TP=4 mpirun -np 8 ./bench 384 | tee -a log
3	12.5	0	bash -c 'torchrun --nproc_per_node 8 train.py model.layers=12 +fp8=true'
4	13.5	1	
EOF
cml-encode --expand Command joblog.tsv
# words that are no command stay what they were
printf 'id,c\n1,tp=4 pp=2\n2,--tp=8 --pp=1\n3,"tp=2, recompute"\n' | cml-encode --expand c --bad-rows skip
# --infer says where settings are
printf 'run,cmdline,tok_s\na,python train.py --tp 4 --mb 2,10\nb,python train.py --tp 8 --mb 2,12\nc,python train.py --tp 8 --mb 4,15\n' |
	cml-encode --infer
