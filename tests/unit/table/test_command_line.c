#include "table/command_line.h"

#include "test.h"

/* The leaves as `path=value;`, flags as `path;`. */
static void parses(const char *text, const char *expected)
{
	AUTO(cml_dict) dict = {0};
	AUTO(cml_buffer) list = {0};
	cr_assert_eq(cml_settings_parse(&dict, cml_slice_of(text), &err), CML_OK, "%s: %s", text,
		     err.message);
	for (size_t i = 0; i < dict.n; i++)
		cr_assert(cml_buffer_printf(&list, dict.leaves[i].is_flag ? "%s;" : "%s=%s;",
					    dict.leaves[i].path.data, dict.leaves[i].value.data));
	cr_expect(cml_slice_is(cml_buffer_slice(&list), expected), "%s: %.*s", text, (int)list.size,
		  list.data);
}

Test(command_line, options)
{
	parses("srun ./train --tp=8 --mb 4 -n 2 -N3 --fused", "tp=8;mb=4;n=2;N=3;fused;");
	parses("python train.py --compile --lr -1e-3 model.layers=12",
	       "compile;lr=-1e-3;model.layers=12;");
	parses("srun --exclusive train.sh --tp 8", "exclusive;tp=8;");
	parses("./bench --sizes 1 2 4 --rate 0.5 192", "sizes=1 2 4;rate=0.5;arg1=192;");
	parses("TP=4 ./bench 8 16", "TP=4;arg1=8;arg2=16;");
}

Test(command_line, the_last_of_two_counts)
{
	parses("srun -n 8 ./bench -n 100", "n=100;");
}

Test(command_line, quotes_and_what_is_inside)
{
	parses("bash -c 'train --name \"a b\" --tp 8'", "name=a b;tp=8;");
	parses("sbatch --wrap=\"train --tp 8\" -N 2", "tp=8;N=2;");
	parses("sbatch --export=ALL,TP=8,PP=2 train.sh", "TP=8;PP=2;");
}

Test(command_line, what_is_no_setting)
{
	parses("cd /x && ./train --tp 8 | tee -a log", "tp=8;");
	parses("./train --tp 8 >log -x", "tp=8;");
	parses("./train --fused && echo", "fused;");
	parses("./train", "");
}

Test(command_line, dicts_and_words_stay)
{
	parses("{\"tp\": 8}", "tp=8;");
	parses("--tp=8 --pp=2", "tp=8;pp=2;");
	parses("Namespace(a='./x -b')", "a=./x -b;");
}
