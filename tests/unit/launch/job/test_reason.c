#include "launch/job/job_record.h"

#include "test.h"

Test(reason, what_is_too_long_is_cut_and_says_so)
{
	char text[CML_REASON_SIZE + 50];
	struct cml_reason reason;
	memset(text, 'x', sizeof text);
	text[CML_REASON_SIZE - 1] = '\0';
	cml_reason_set(&reason, "%s", text);
	cr_expect_str_eq(reason.text, text, "what just fits is whole");
	text[CML_REASON_SIZE - 1] = 'x';
	text[sizeof text - 1] = '\0';
	cml_reason_set(&reason, "%s", text);
	cr_expect_eq(strlen(reason.text), CML_REASON_SIZE - 1);
	cr_expect_str_eq(reason.text + CML_REASON_SIZE - 5, "x...");
}
