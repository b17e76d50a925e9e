#include "space/config.h"

#include "config_fixture.h"
#include "test.h"

static const char spec[] = "name,role,type,domain,when\n"
			   "gpus,context,int,8:64:*2,\n"
			   "gpu,context,categorical,a100|h100,\n"
			   "tp,param,int,0|1|2|4|8,\n"
			   "seq,param,bool,,tp > 1\n"
			   "batch,param,int,1024:1536:128,\n"
			   "lr,param,float,0:1,\n"
			   "tier,param,ordinal,low|mid|high,\n"
			   "dp,derived,,gpus // tp,\n"
			   "heads,rule,,batch % (tp * 128) == 0,\n";

static void reads(const char *cells, size_t slot, double expected)
{
	AUTO(config_trial) trial = {0};
	char table[256] = "gpus,gpu,tp,seq,batch,lr,tier\n";
	strcat(table, cells);
	start_trial(&trial, spec, table, false);
	enum cml_result status = cml_config_read(&trial.binding, &trial.row, trial.values, &err);
	cr_assert_eq(status, CML_OK, "%s: %s", cells, err.message);
	if (isnan(expected))
		cr_assert(isnan(trial.values[slot]), "%s", cells);
	else
		cr_assert_eq(trial.values[slot], expected, "%s: %g", cells, trial.values[slot]);
}

static void refuses(const char *cells, const char *expected)
{
	AUTO(config_trial) trial = {0};
	char table[256] = "gpus,gpu,tp,seq,batch,lr,tier\n";
	char message[CML_ERROR_TEXT_SIZE];
	strcat(table, cells);
	start_trial(&trial, spec, table, false);
	cr_assert_eq(cml_config_read(&trial.binding, &trial.row, trial.values, &err), CML_BAD_DATA,
		     "%s", cells);
	cml_error_format(&err, message, sizeof message);
	cr_assert_str_eq(message, expected);
}

/* Of texts that count as missing those that the domain lists are levels, and an empty level is what
 * the others are. */
Test(config, missing_cells_that_are_levels)
{
	static const struct {
		const char *domain, *cell;
		double value;
	} cases[] = {{"|zero", "", 0},        {"|zero", " ", 0},        {"|zero", "NA", 0},
		     {"|zero", "zero", 1},    {"None|full", "None", 0}, {"None|full", "", NAN},
		     {"|None|full", "NA", 0}, {"|None|full", "None", 1}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		AUTO(config_trial) trial = {0};
		char text[128], table[64];
		snprintf(text, sizeof text,
			 "name,role,type,domain\na,param,categorical,%s\nb,id,,\n",
			 cases[i].domain);
		snprintf(table, sizeof table, "a,b\n%s,1\n", cases[i].cell);
		start_trial(&trial, text, table, false);
		assert_ok(cml_config_read(&trial.binding, &trial.row, trial.values, &err));
		size_t level = cml_domain_index(&trial.space->columns[0].domain, trial.values[0]);
		cr_expect(isnan(cases[i].value) ? isnan(trial.values[0])
						: level == (size_t)cases[i].value,
			  "%s: '%s'", cases[i].domain, cases[i].cell);
	}
}

Test(config, derived_columns_and_missing_values)
{
	reads("16,a100,2,1,1024,1,low", 7, 8);
	reads(",a100,2,1,1024,1,low", 7, NAN);
	/* A rule that cannot be judged does not stand in the way. */
	reads("16,a100,,1,1152,1,low", 4, 1152);
}

Test(config, inactive_cells_are_not_looked_at)
{
	reads("16,a100,1,rubbish,1024,1,low", 3, NAN);
	reads("16,a100,,rubbish,1024,1,low", 3, NAN);
	refuses("16,a100,2,rubbish,1024,1,low",
		"line 2: column 'seq': neither true nor false: \"rubbish\"");
}

Test(config, says_what_is_wrong_and_where)
{
	refuses("oom,a100,2,1,1024,1,low", "line 2: column 'gpus': not a number: \"oom\"");
	refuses("16,a100,2,1,1024,inf,low", "line 2: column 'lr': not a number: \"inf\"");
	refuses("16,a100,2,1,1024,-Infinity,low",
		"line 2: column 'lr': not a number: \"-Infinity\"");
	refuses("16,a100,2,1,1024,1e999,low", "line 2: column 'lr': not a number: \"1e999\"");
	refuses("16,a100,2,1,1024,1.5,low", "line 2: column 'lr': 1.5 is outside 0:1");
	refuses("16,a100,2,1,1000,1,low", "line 2: column 'batch': 1000 is outside 1024:1536:128");
	refuses("16,a100,2.5,1,1024,1,low", "line 2: column 'tp': not a whole number: \"2.5\"");
	refuses("16,a100,3,1,1024,1,low", "line 2: column 'tp': 3 is none of 0|1|2|4|8");
	refuses("16,b200,2,1,1024,1,low",
		"line 2: column 'gpu': unknown level \"b200\" (a100|h100)");
	refuses("16,H100,2,1,1024,1,low",
		"line 2: column 'gpu': unknown level \"H100\" (a100|h100); did you mean 'h100'?");
	refuses("16,a|b,2,1,1024,1,low", "line 2: column 'gpu': unknown level \"a|b\" (a100|h100)");
	refuses("16,a100,2,1,1024,1,a100",
		"line 2: column 'tier': unknown level \"a100\" (low|mid|high)");
	refuses("16,a100,0,1,1024,1,low",
		"line 2: column 'dp': 'gpus // tp' is undefined: division by zero");
	refuses("16,a100,8,1,1152,1,low",
		"line 2: rule 'heads': 'batch % (tp * 128) == 0' does not hold");
}

Test(config, long_domains_are_not_spelt_out)
{
	char space[2000] = "name,role,type,domain\na,param,categorical,level0";
	for (int i = 1; i < 60; i++)
		sprintf(space + strlen(space), "|level%d", i);
	strcat(space, "\n");
	AUTO(config_trial) trial = {0};
	start_trial(&trial, space, "a\nlebel7\n", false);
	assert_error(cml_config_read(&trial.binding, &trial.row, trial.values, &err), CML_BAD_DATA,
		     "unknown level \"lebel7\"; did you mean 'level7'?");
}

Test(config, undefined_rules_name_themselves)
{
	AUTO(config_trial) trial = {0};
	start_trial(&trial, "name,role,type,domain\na,param,int,\nr,rule,,1 / a > 2\n", "a\n0\n",
		    false);
	assert_error(cml_config_read(&trial.binding, &trial.row, trial.values, &err), CML_BAD_DATA,
		     "rule 'r': '1 / a > 2' is undefined: division by zero");
	cr_assert_eq(err.line, 2);
}

/* What another program computes is read, is no part of the key, and has to be there; what is not
 * above 0 is missing. */
Test(config, reads_what_is_given)
{
	static const char given[] = "name,role,type,domain\ntp,param,int,1:8\nsim,derived,,\n"
				    "slower,derived,,2 / sim\n";
	static const char *const cells[] = {"4,0.385", "4,", "4,0", "4,-1"};
	uint64_t key = 0;
	for (size_t i = 0; i < 4; i++) {
		AUTO(config_trial) trial = {0};
		char table[64];
		snprintf(table, sizeof table, "tp,sim\n%s\n", cells[i]);
		start_trial(&trial, given, table, false);
		assert_ok(cml_config_read(&trial.binding, &trial.row, trial.values, &err));
		cr_expect(i == 0 ? trial.values[1] == 0.385 && trial.values[2] == 2 / 0.385
				 : isnan(trial.values[1]) && isnan(trial.values[2]),
			  "%s", cells[i]);
		cr_expect_eq(cml_space_lacks(trial.space, trial.values),
			     i == 0 ? CML_NO_COLUMN : 1);
		key = i == 0 ? cml_config_key(trial.space, trial.values) : key;
		cr_expect_eq(cml_config_key(trial.space, trial.values), key);
		cr_expect_eq(trial.space->columns[1].encoding, CML_ENCODING_NONE);
	}
}

/* Limits. */
