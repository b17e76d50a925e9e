#include "space/table_check.h"

#include "test.h"

static struct cml_table_check counts;
static struct cml_space *space;

static const char space_text[] = "name,role,type,domain,when\n"
				 "a,param,int,1:4,\n"
				 "b,param,int,0:9,a > 1\n"
				 "d,derived,,12 // b,\n"
				 "small,rule,,a + b < 10,\n"
				 "speed,metric,max,,\n"
				 "state,status,,,\n";

static void close_counts(void)
{
	cml_table_check_release(&counts);
	cml_space_free(space);
	space = NULL;
}

TestSuite(table_check, .fini = close_counts);

static void check_against(const char *file, const char *table)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	struct cml_row row;
	static struct cml_na na;
	close_counts();
	assert_ok(cml_na_init(&na, CML_NA_DEFAULT, &err));
	assert_ok(cml_space_from_text(&space, cml_slice_of(file), "test", &err));
	assert_ok(cml_table_open_bytes(&reader, cml_slice_of(table), "table", ',', &err));
	assert_ok(cml_table_check_init(&counts, space, cml_table_header(reader), &na, &err));
	while (cml_table_next(reader, &row, &err) == CML_OK)
		assert_ok(cml_table_check_row(&counts, &row, &err));
	cml_na_release(&na);
}

static void check(const char *table)
{
	check_against(space_text, table);
}

/* Every problem of a row counts, not its first alone. */
Test(table_check, counts_by_column_and_rule)
{
	check("a,b,speed,state\n"
	      "1,junk,10,ok\n" /* b is inactive: not looked at */
	      "2,3,11,ok\n"
	      "9,x,abc,ok\n" /* outside, not a number, not a number */
	      "4,9,12,ok\n"  /* breaks the rule */
	      "3,0,,oom\n"   /* d is undefined */
	      "2,,5,gone\n" /* b missing, unknown status */);
	cr_assert_eq(counts.n_rows, 6);
	cr_assert_eq(counts.n_bad_rows, 4);
	const struct cml_check_count *a = &counts.counts[0], *b = &counts.counts[1],
				     *d = &counts.counts[2];
	const struct cml_check_count *small = &counts.counts[3], *speed = &counts.counts[4];
	cr_assert_eq(a->n_values, 5);
	cr_assert_eq(a->n_bad, 1);
	cr_assert_eq(a->first_line, 4);
	/* With a bad, whether b is active is not known: it counts as inactive. */
	cr_assert_eq(b->n_values, 3);
	cr_assert_eq(b->n_inactive, 2);
	cr_assert_eq(b->n_missing, 1);
	cr_assert_eq(b->n_bad, 0);
	cr_assert_eq(d->n_bad, 1);
	cr_assert_str_eq(d->first_problem, "division by zero");
	cr_assert_eq(small->n_bad, 1);
	cr_assert_eq(small->first_line, 5);
	cr_assert_eq(speed->n_bad, 1);
	cr_assert_eq(counts.counts[5].n_bad, 1);
	cr_assert_eq(counts.n_statuses[CML_JOB_OK], 3);
	cr_assert_eq(counts.n_statuses[CML_JOB_OOM], 1);
	assert_error(cml_table_check_verdict(&counts, &err), CML_BAD_DATA,
		     "4 of 6 rows have something wrong: see n_bad");
}

Test(table_check, a_table_without_rows_is_fine)
{
	check("a,b,speed,state\n");
	assert_ok(cml_table_check_verdict(&counts, &err));
}

/* What stops cml-encode is found, though no metric asks for it. */
Test(table_check, status_and_weight_without_a_metric)
{
	check_against("name,role,type\na,param,int\nstate,status,\nw,weight,\n",
		      "a,state,w\n1,ok,2\n2,gone,2\n3,oom,-2.385\n");
	cr_assert_eq(counts.n_bad_rows, 2);
	cr_assert_eq(counts.counts[1].first_line, 3);
	cr_assert_eq(counts.counts[2].first_line, 4);
}

Test(table_check, counts_limits_and_what_breaks_them)
{
	check_against("name,role,type,domain\na,param,int,\ngb,limit,,10:78\ns,metric,max,\n",
		      "a,gb,s\n1,9,1\n2,10,1\n3,,1\n4,79,1\n5,much,1\n");
	const struct cml_check_count *gb = &counts.counts[1];
	cr_assert_eq(gb->n_values, 3);
	cr_assert_eq(gb->n_missing, 1);
	cr_assert_eq(gb->n_outside, 2);
	cr_assert_eq(gb->n_bad, 1);
	cr_assert_eq(gb->first_line, 6);
	cr_assert_eq(counts.n_bad_rows, 1);
}

/* As the reader: a job that failed may break a rule, and a term that is undefined is missing. */
Test(table_check, of_failures_and_terms)
{
	static const char file[] = "name,role,type,domain\na,param,int,0:64\nsmall,rule,,a < 9\n"
				   "speed,metric,max,\nstate,status,,\nt,term,,1 / a\n";
	check_against(file, "a,speed,state\n0,3,ok\n4,5,ok\n12,,oom\n");
	cr_expect_eq(counts.n_bad_rows, 0);
	cr_expect_eq(counts.counts[4].n_missing, 1, "the term of a = 0");
	check_against(file, "a,speed,state\n12,4,ok\n");
	cr_expect_eq(counts.n_bad_rows, 1, "one that ran may not");
}
