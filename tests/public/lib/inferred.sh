# Sourced: every public table with a space file written by hand, how many edits are enough (0 where nobody knows better), and the
# rules that hold. Calls inferred TABLE WANTED MAX [RULE...], which the one who sources it defines. Needs $data and $ROOT.
schemas=$ROOT/schemas
spaces=$ROOT/tests/public/lib/spaces
inferred llm_foundry.csv "$schemas/llm_foundry.csv" 0 \
	'grad_accum == ceil(global_batch_size / (n_gpus * micro_batch_size))' 'global_batch_size % n_gpus == 0' \
	"precision not in ('amp_fp8') or first(bits(gpu), 8) <= 8"
inferred ultrascale_h100.csv "$schemas/ultrascale_h100.csv" 0 'dp * tp * pp == gpus' 'dp * mbs * grad_acc == gbs' 'num_heads % tp == 0'
inferred bloom_prequel_a100.csv "$schemas/bloom_prequel.csv" 2 'gbs % (dp * mbs) == 0' 'n_heads % tp == 0' \
	'dp * tp * pp == gpus or (gpus == 320 and dp == 8 and tp == 8 and pp == 10)'
inferred mlperf_configs.csv "$schemas/mlperf.csv" 3 'number_of_nodes * accelerators_per_node == accelerators'
inferred gavel.csv "$schemas/gavel.csv" 1
inferred pollux_adaptdl.csv "$spaces/pollux.csv" 0 'num_replicas * local_bsz == global_bsz'
inferred gpt_h200.csv "$spaces/gpt_h200.csv" 1
inferred llm_pilot.csv "$spaces/llm_pilot.csv" 0
inferred llm_inference_bench.csv "$spaces/llm_inference_bench.csv" 0
inferred sailor_profiles.csv "$spaces/sailor.csv" 2
inferred kernels/convolution_a100.csv "$schemas/kernel-convolution.csv" 1
inferred kernels/convolution_w6600.csv "$schemas/kernel-convolution.csv" 1
inferred kernels/dedispersion_a100.csv "$schemas/kernel-dedispersion.csv" 1
inferred kernels/gemm_rtx_2080_ti.csv "$schemas/kernel-gemm.csv" 1 'mwg % (mdimc * vwm) == 0' \
	'mwg % (mdima * vwm) == 0' 'nwg % (ndimc * vwn) == 0' 'nwg % (ndimb * vwn) == 0'
inferred kernels/pnpoly_rtx_3090.csv "$schemas/kernel-pnpoly.csv" 0
inferred systems/7z.csv "$schemas/system-7z.csv" 1 'lzma + lzma2 + ppmd + bzip2 + deflate == 1'
inferred systems/hsmgp.csv "$schemas/system-hsmgp.csv" 2 'cgs_ip_cg + cgs_ip_amg + cgs_red_amg == 1' \
	'smoother_gs + smoother_jac + smoother_gsrb + smoother_gsrbac + smoother_gsacbe + smoother_gsac == 1'
inferred systems/redis.csv "$schemas/system-redis.csv" 0
inferred systems/storm.csv "$schemas/system-storm.csv" 0
inferred systems/xgboost.csv "$schemas/system-xgboost.csv" 0
