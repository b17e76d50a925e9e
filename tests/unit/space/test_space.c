#include "space/config.h"
#include "space/space.h"
#include "test.h"

static const char plain[] = "name,role,type,domain,encoding,default,when,unit,doc\n"
			    "gpus,context,int,8:64:*2,,16,,,devices of the job\n"
			    "gpu,context,categorical,a100|h100,,h100,,,\n"
			    "tp,param,int,1|2|4|8,,1,,,tensor parallel size\n"
			    "sequence_parallel,param,bool,,,0,tp > 1,,\"only, with tp\"\n"
			    "tier,param,ordinal,low|mid|high,,,,,\n"
			    "dp,derived,,gpus // tp,,,,,\n"
			    "fits,rule,,gpus % tp == 0 and dp < 64,,,,,\n"
			    "speed,metric,max,0:,,,,tokens/s,\n"
			    "status,status,,lost=infra|done=ok,,,,,\n"
			    "date,time,,,,,,,\n"
			    "run,id,,,,,,,\n"
			    "share,weight,,,,,,,\n"
			    "note,ignore,nonsense,::,,,,,\n";

static struct cml_space *must_read(const char *text)
{
	struct cml_space *space = NULL;
	enum cml_result status = cml_space_from_text(&space, cml_slice_of(text), "space.csv", &err);
	char message[CML_ERROR_TEXT_SIZE];
	cr_assert_eq(status, CML_OK, "%s",
		     status == CML_OK ? "" : cml_error_format(&err, message, sizeof message));
	return space;
}

/* The error of a space file that must be refused, as a user sees it. */
static void must_refuse(const char *text, const char *expected)
{
	struct cml_space *space = NULL;
	char message[CML_ERROR_TEXT_SIZE];
	cr_assert_eq(cml_space_from_text(&space, cml_slice_of(text), "s.csv", &err), CML_BAD_DATA,
		     "%s", text);
	cr_assert_null(space);
	cml_error_format(&err, message, sizeof message);
	cr_assert_not_null(strstr(message, expected), "got: %s\nwanted: %s", message, expected);
}

Test(space, reads_every_kind_of_row)
{
	AUTOPTR(cml_space) space = must_read(plain);
	cr_assert_eq(space->n_columns, 13);
	cr_assert_eq(space->metric, 7);
	cr_assert_eq(space->status, 8);
	cr_assert_eq(space->time, 9);
	cr_assert_eq(space->weight, 11);
	const struct cml_space_column *gpus = &space->columns[0];
	cr_assert_str_eq(gpus->name, "gpus");
	cr_assert_eq(gpus->role, CML_ROLE_CONTEXT);
	cr_assert_eq(gpus->type, CML_TYPE_INT);
	cr_assert_eq(gpus->encoding, CML_ENCODING_LOG);
	cr_assert_eq(gpus->domain.n_values, 4);
	cr_assert(gpus->has_default && gpus->default_value == 16);
	cr_assert_str_eq(gpus->cells[CML_FIELD_DOC], "devices of the job");
	cr_assert_eq(gpus->line, 2);
	cr_assert_eq(space->columns[1].encoding, CML_ENCODING_ONEHOT);
	cr_assert_eq(space->columns[2].encoding, CML_ENCODING_VALUE);
	cr_assert_not(space->columns[2].open);
	cr_assert_not_null(space->columns[3].when);
	cr_assert_eq(space->columns[3].encoding, CML_ENCODING_ONEHOT);
	cr_assert_eq(space->columns[4].encoding, CML_ENCODING_VALUE);
	cr_assert_eq(space->columns[5].type, CML_TYPE_FLOAT);
	cr_assert_not_null(space->columns[5].expression);
	cr_assert(space->columns[7].maximize);
	cr_assert_eq(space->columns[8].n_words, 2);
	cr_assert_eq(space->columns[8].word_statuses[0], CML_JOB_INFRA);
}

Test(space, refuses_wrong_headers)
{
	must_refuse("", "s.csv");
	must_refuse("name,type\na,int\n", "needs a column 'role'");
	must_refuse("role,type\nparam,int\n", "needs a column 'name'");
	must_refuse("name,role,defualt\na,param,1\n", "\"defualt\"");
	must_refuse("name,role,defualt\na,param,1\n", "did you mean 'default'?");
	must_refuse("name,role,type\nx,ignore,\n", "s.csv: no row has the role param or context");
	must_refuse("name,role,type\n", "no row has the role param or context");
	must_refuse("name,role,type\na,param\n", "s.csv:2: column 'type': no type given");
	must_refuse("name,role,type\na,param,int,\n", "s.csv:2: 4 cells");
}

Test(space, refuses_unknown_words_and_lists_the_known)
{
	must_refuse(
	    "name,role\na,parm\n",
	    "s.csv:2: column 'role': unknown role \"parm\"; did you mean 'param'? "
	    "(known: param, context, derived, term, roof, rule, metric, limit, status, reason, "
	    "time, id, weight, ignore)");
	must_refuse("name,role\na,\n", "column 'role': no role given: \"\" (known: param,");
	must_refuse(
	    "name,role,type\na,param,string\n",
	    "s.csv:2: column 'type': unknown type \"string\" (known: int, float, bool, ordinal, "
	    "categorical)");
	must_refuse("name,role,type\na,param,\n", "'type': no type given: \"\" (known: int,");
	must_refuse("name,role,type\na,param,int\nm,metric,up\n",
		    "unknown direction \"up\" (known: max, min)");
	must_refuse("name,role,type\na,param,int\nm,metric,\n", "no direction given: \"\" (known:");
	must_refuse(
	    "name,role,type,encoding\na,param,int,1hot\n",
	    "column 'encoding': unknown encoding \"1hot\" (known: onehot, value, log, none)");
}

Test(space, refuses_names_that_are_blank_or_repeated)
{
	must_refuse("name,role,type\n  ,param,int\n",
		    "s.csv:2: column 'name': the row has no name");
	must_refuse("name,role,type\na,param,int\nb,param,int\na,ignore,\n",
		    "s.csv:4: column 'name': 'a' is the name of the row on line 2 too");
}

Test(space, refuses_what_does_not_go_together)
{
	must_refuse("name,role,type,encoding\na,param,categorical,value\n",
		    "column 'encoding': a categorical");
	must_refuse("name,role,type,encoding\na,param,categorical,log\n", "have a logarithm");
	must_refuse("name,role,type,encoding\na,param,bool,log\n", "have a logarithm");
	must_refuse("name,role,type,domain,encoding\na,param,int,,\nd,derived,,a+1,onehot\n",
		    "s.csv:3: column 'encoding': a derived column cannot be one-hot");
	must_refuse("name,role,type,encoding\na,param,int,\nm,metric,max,value\n",
		    "have an encoding");
	must_refuse("name,role,type,domain\na,param,int,\nd,derived,int,a\n",
		    "a derived column is float");
	must_refuse("name,role,type,domain\na,param,int,\nr,rule,bool,a>1\n", "a rule has no type");
	must_refuse("name,role,type,domain\na,param,int,\nm,metric,max,1|2\n",
		    "the domain of a metric is lo:hi");
	must_refuse("name,role,type,domain\na,param,int,\nw,weight,,0:1\n",
		    "a weight column has no domain");
	must_refuse("name,role,type,when\na,param,int,\nm,metric,max,a > 1\n",
		    "s.csv:3: column 'when'");
	must_refuse("name,role,type,default\na,param,int,\nm,metric,max,1\n", "have a default");
	must_refuse("name,role,type\na,param,int\nm,metric,max\nn,metric,min\no,metric,min\n",
		    "s.csv:5: column 'role': a third metric: 'n' on line 4 is the second");
	must_refuse("name,role,type\na,param,int\nm,weight,\nn,weight,\n",
		    "s.csv:4: column 'role': a second weight: 'm' on line 3 is one already");
}

Test(space, refuses_bad_domains_and_defaults)
{
	must_refuse("name,role,type,domain\na,param,int,8:2\n", "s.csv:2: column 'domain': ");
	must_refuse("name,role,type,domain\na,param,ordinal,\n", "s.csv:2: column 'domain': ");
	must_refuse("name,role,type,domain,default\na,param,int,1024:1536:128,1000\n",
		    "s.csv:2: column 'default': 1000 is outside 1024:1536:128");
	must_refuse("name,role,type,domain,default\na,param,categorical,x|y,z\n",
		    "column 'default': unknown level \"z\" (x|y)");
	must_refuse("name,role,type,domain\na,param,int,\ns,status,,lost\n", "not word=status");
	must_refuse("name,role,type,domain\na,param,int,\ns,status,,lost=gone\n",
		    "not word=status");
	must_refuse("name,role,type,domain\na,param,int,\ns,status,,x=ok|x=oom\n",
		    "two meanings for \"x\"");
}

Test(space, open_columns_learn_levels_in_byte_order)
{
	AUTOPTR(cml_space) space =
	    must_read("name,role,type,default\ngpu,context,categorical,v100\nn,param,int,\n");
	cr_assert(cml_space_has_open(space));
	static const char *const seen[] = {"h100", " a100 ", "h100", "B200"};
	for (size_t i = 0; i < 4; i++)
		assert_ok(cml_space_add_level(space, 0, cml_slice_of(seen[i]), &err));
	cr_assert_eq(cml_space_add_level(space, 0, cml_slice_of(" "), &err), CML_BAD_DATA);
	cr_assert_str_eq(err.column, "gpu");
	assert_ok(cml_space_close(space, &err));
	cr_assert_not(cml_space_has_open(space));
	char number[CML_NUMBER_SIZE];
	static const char *const sorted[] = {"B200", "a100", "h100", "v100"};
	cr_assert_eq(space->columns[0].domain.n_values, 4);
	for (size_t i = 0; i < 4; i++) {
		double value = cml_domain_value(&space->columns[0].domain, i);
		cr_assert(cml_slice_is(cml_value_text(space, 0, value, number), sorted[i]));
	}
	cr_assert(cml_slice_is(
	    cml_buffer_slice(&space->text),
	    "name,role,type,domain,encoding,default,when,unit,doc\n"
	    "gpu,context,categorical,B200|a100|h100|v100,,v100,,,\nn,param,int,,,,,,\n"));
}

Test(space, closing_needs_levels_that_expressions_agree_with)
{
	AUTOPTR(cml_space) space = must_read("name,role,type\ngpu,context,categorical\n");
	cr_assert_eq(cml_space_close(space, &err), CML_BAD_DATA);
	cr_assert_str_eq(err.column, "gpu");
	cml_space_free(space);
	space =
	    must_read("name,role,type,domain\ngpu,context,categorical,\nr,rule,,gpu != 'b200'\n");
	assert_ok(cml_space_add_level(space, 0, cml_slice_of("h100"), &err));
	cr_assert_eq(cml_space_close(space, &err), CML_BAD_DATA);
	cr_assert_not_null(strstr(err.message, "b200"), "%s", err.message);
}

Test(space, learning_fails_with_a_place)
{
	AUTOPTR(cml_space) space = must_read("name,role,type\nmode,param,categorical\n");
	AUTOPTR(cml_table_reader) reader = NULL;
	AUTO(cml_na) na;
	assert_ok(cml_na_init(&na, CML_NA_DEFAULT, &err));
	assert_ok(cml_table_open_bytes(&reader, cml_slice_of("modes\nx\n"), "t.csv", ',', &err));
	cr_assert_eq(cml_space_learn(space, reader, &na, &err), CML_BAD_DATA);
	cr_assert_str_eq(err.file, "t.csv");
	cr_assert_str_eq(err.message, "the table has no column 'mode'; did you mean 'modes'?");
	cml_table_free(reader);
	assert_ok(
	    cml_table_open_bytes(&reader, cml_slice_of("mode\nx\n\"open\n"), "t.csv", ',', &err));
	cr_assert_eq(cml_space_learn(space, reader, &na, &err), CML_BAD_DATA);
}

Test(space, value_texts)
{
	AUTOPTR(cml_space) space = must_read(plain);
	char number[CML_NUMBER_SIZE];
	cr_assert(cml_slice_is(cml_value_text(space, 0, 32, number), "32"));
	cr_assert(cml_slice_is(cml_value_text(space, 0, NAN, number), ""));
	cr_assert(cml_slice_is(cml_value_text(space, 3, 1, number), "1"));
	cr_assert(cml_slice_is(cml_value_text(space, 5, 2.385, number), "2.385"));
	double unknown = cml_unknown_symbol(cml_slice_of("b200"));
	cr_assert_lt(unknown, 0);
	cr_assert_eq(unknown, floor(unknown));
	cr_assert_neq(unknown, cml_unknown_symbol(cml_slice_of("b201")));
	cr_assert(cml_slice_is(cml_value_text(space, 1, unknown, number), "?"));
}

Test(space, limits_have_bounds_and_no_part_in_the_key)
{
	struct cml_space *space = must_read("name,role,type,domain\n"
					    "peak,limit,,:78.5\n"
					    "batch,param,int,\n"
					    "free,limit,int,2:\n"
					    "latency,limit,float,0:9\n");
	cr_assert_eq(space->n_limits, 3);
	cr_assert_eq(space->limits[1], 2);
	cr_assert_eq(space->n_key, 1);
	const struct cml_space_column *peak = &space->columns[0], *unused = &space->columns[2];
	cr_assert_eq(peak->type, CML_TYPE_FLOAT);
	cr_assert(isinf(peak->domain.lo) && peak->domain.lo < 0);
	cr_assert_eq(peak->domain.hi, 78.5);
	cr_assert_eq(unused->type, CML_TYPE_INT);
	cr_assert_eq(unused->domain.lo, 2);
	cr_assert(isinf(unused->domain.hi));
	cr_assert_eq(space->columns[3].domain.hi, 9);
	cml_space_free(space);
	must_refuse("name,role,domain\na,limit,\nb,context,\n",
		    "s.csv:2: column 'domain': a limit needs its bound");
	must_refuse("name,role,domain\na,limit,:78GB\nb,context,\n", "s.csv:2: column 'domain': ");
	must_refuse("name,role,type,domain\na,limit,,:c * 2\nb,context,int,\n",
		    "s.csv:2: column 'domain': row 'a': ");
	must_refuse("name,role,type,domain\nm,metric,max,\na,limit,,:m\nb,context,int,\n",
		    "s.csv:3: column 'domain': row 'a': ");
	must_refuse("name,role,domain,when\na,limit,:1,b > 1\nb,context,,\n",
		    "s.csv:2: column 'when': only params");
}
