#include "table/input.h"

#include "test.h"

#define BYTES(text) ((struct cml_slice){text, sizeof text - 1})

Test(foreign, kinds)
{
	static const struct {
		struct cml_slice start;
		const char *what; /* it begins so; NULL: none */
	} cases[] = {
	    {BYTES("\xff\xfe"
		   "a\0,\0b\0"),
	     "text in UTF-16: write it as UTF-8, with iconv -f UTF-16"},
	    {BYTES("PK\003\004\024"), "a zip archive"},
	    {BYTES("\xd0\xcf\x11\xe0\xa1\xb1"), "a workbook (.xls)"},
	    {BYTES("BZh91AY"), "compressed by bzip2"},
	    {BYTES("PAR1"), "a Parquet file"},
	    {BYTES("[ {\"a\": 1}]"), "JSON"},
	    {BYTES("{\n  \"a\": 1}"), "JSON"},
	    {BYTES("---\ntp: 2\n"), "YAML"},
	    {BYTES("- tp: 2\r\n  qps: 3\r\n"), "YAML"},
	    {BYTES("---,tp\n"), NULL},
	    {BYTES("<!DOCTYPE html>"), "a page of HTML"},
	    {BYTES("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n"),
	     "a pointer of git-lfs"},
	    {BYTES("<<<<<<< HEAD\na,b\n"), "a merge"},
	    {BYTES("sep=;\na;b\n"), "a line for spreadsheets"},
	    {BYTES("# exported 2026-11-01, by ada\na,b,c\n"), "comments"},
	    {BYTES("#exported\r\na,b\n"), "comments"},
	    {BYTES("# a,b\n1,2\n"), NULL},
	    {BYTES("# one, two\n# three\na,b\n"), "comments"},
	    {BYTES("# gpus\n1\n"), "comments"},
	    {BYTES("#gpus,tp\n1,2\n"), NULL},
	    {BYTES("#\n1\n"), NULL},
	    {BYTES("sep,tp\n"), NULL},
	    {BYTES("version,tp\n"), NULL},
	    {BYTES("PK,tp\n1,2\n"), NULL},
	    {BYTES("PK"), NULL},
	    {BYTES("[tok],tp\n"), NULL},
	    {BYTES("{tp},pp\n"), NULL},
	    {BYTES("BZ,h\n"), NULL},
	    {BYTES("a"), NULL},
	    {BYTES(""), NULL},
	    {BYTES("\xef\xbb\xbf"
		   "a,b\n"),
	     NULL},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *what = cml_foreign_file(cases[i].start);
		if (cases[i].what)
			cr_assert(what && strncmp(what, cases[i].what, strlen(cases[i].what)) == 0,
				  "%zu: %s", i, what ? what : "none");
		else
			cr_assert_null(what, "%zu: %s", i, what);
	}
}
