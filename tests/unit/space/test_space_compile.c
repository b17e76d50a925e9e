#include "space/space.h"

#include "test.h"

static const char text[] = "name,role,type,domain\n"
			   "nGPU,param,int,1:8\n"
			   "SeqLen [tok],context,int,1:8\n"
			   "GPU type,context,categorical,H100-80G|A100\n"
			   "GPU,param,int,1:8\n"
			   "n-GPU,param,int,1:8\n"
			   "n,param,int,1:8\n"
			   "tok/s,metric,max,\n";

/* What an expression is refused for; empty: it is not. */
static void compile(const char *expression, char message[CML_ERROR_MESSAGE_SIZE])
{
	AUTOPTR(cml_space) space = NULL;
	struct cml_space_scope scope;
	struct cml_expression *compiled = NULL;
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "s.csv", &err));
	cml_space_scope_init(&scope, space, space->n_columns);
	if (cml_space_compile(&compiled, cml_slice_of(expression), &scope, CML_VALUE_TRUTH, &err) ==
	    CML_OK)
		cml_expression_free(compiled);
	strcpy(message, err.message);
}

Test(space_compile, tells_what_needs_quotes)
{
	static const struct {
		const char *expression, *message;
	} cases[] = {
	    {"`SeqLen [tok]` > 2 and n-GPU > 1", ""},
	    {"n > 1 and seqlen [tok] > 2",
	     "at 18, near \"[tok] > 2\": unexpected character; a name with blanks or signs is "
	     "written in backticks: `SeqLen [tok]`"},
	    {"'SeqLen [tok]' > 2",
	     "at 1, near \"'SeqLen [tok]' > 2\": 'SeqLen [tok]' is text, '>' needs numbers, or an "
	     "ordinal column and one of its levels; a name with blanks or signs is written in "
	     "backticks: `SeqLen [tok]`"},
	    /* Also where its first word is a row. */
	    {"GPU type == 'A100'", "at 5, near \"type == 'A100'\": expected an operator or the "
				   "end; a name with blanks or "
				   "signs is written in backticks: `GPU type`"},
	    {"`GPU type` == H100-80G",
	     "at 15, near \"H100-80G\": no row of the space has this name; there are nGPU, SeqLen "
	     "[tok], GPU type, GPU, n-GPU, n; a text is written in quotes: 'H100-80G'"},
	    /* Mistakes of another kind beside what is right. */
	    {"`GPU type` = 'H100-80G'",
	     "at 12, near \"= 'H100-80G'\": '=' is no operator here; '==' compares"},
	    {"xSeqLen [tok] > 2", "at 9, near \"[tok] > 2\": unexpected character"},
	    {"ngpu > 2", "at 1, near \"ngpu > 2\": no row of the space has this name; did you "
			 "mean 'nGPU'?"},
	    {"seqlen > 2", "at 1, near \"seqlen > 2\": no row of the space has this name; did you "
			   "mean `SeqLen [tok]`, with the backticks?"},
	};
	char message[CML_ERROR_MESSAGE_SIZE];
	for (size_t i = 0; i < COUNT(cases); i++) {
		compile(cases[i].expression, message);
		cr_assert_str_eq(message, cases[i].message, "%s", cases[i].expression);
	}
}
