#include "table/dict.h"

#include "test.h"

/* The leaves as `path=value;`. */
static void parses(const char *text, const char *expected)
{
	AUTO(cml_dict) dict = {0};
	AUTO(cml_buffer) list = {0};
	cr_assert_eq(cml_dict_parse(&dict, cml_slice_of(text), &err), CML_OK, "%s: %s", text,
		     err.message);
	for (size_t i = 0; i < dict.n; i++)
		cr_assert(cml_buffer_printf(&list, "%s=%s;", dict.leaves[i].path.data,
					    dict.leaves[i].value.data));
	cr_assert(cml_slice_is(cml_buffer_slice(&list), expected), "%s: %.*s", text, (int)list.size,
		  list.data);
}

Test(dict, json_and_python)
{
	parses("{}", "");
	parses(" { \"tp\" : 8 , \"lr\":1e-4,\"name\":\"a, b\"}\n", "tp=8;lr=1e-4;name=a, b;");
	parses("{'tp': 8, 'fused': True, 'amp': None, 'x': -1.5,}", "tp=8;fused=true;amp=;x=-1.5;");
	parses("{\"a\": true, \"b\": false, \"c\": null, \"d\": NaN}", "a=true;b=false;c=;d=NaN;");
	parses("{\"mesh\": {\"tp\": 8, \"pp\": {\"n\": 2, \"kind\": \"1f1b\"}}, \"z\": {}}",
	       "mesh.tp=8;mesh.pp.n=2;mesh.pp.kind=1f1b;");
	parses("{1: 2, 'a.b': 3}", "1=2;a.b=3;");
	parses("{'betas': (0.9, 0.95), 'l': [1, {'a': ']'}, \"}\"], 'n': 1}",
	       "betas=(0.9, 0.95);l=[1, {'a': ']'}, \"}\"];n=1;");
}

static void refuses(const char *text, const char *why)
{
	AUTO(cml_dict) dict = {0};
	char expected[256];
	snprintf(expected, sizeof expected, "%s%s", why,
		 strncmp(why, "not a dict", 10) == 0 ? " (--bad-rows skip leaves the row out)"
						     : "");
	cr_assert_eq(cml_dict_parse(&dict, cml_slice_of(text), &err), CML_BAD_DATA, "%s", text);
	cr_assert_str_eq(err.message, expected, "%s: %s", text, err.message);
}

Test(dict, words)
{
	parses("tp=8 pp=2", "tp=8;pp=2;");
	parses(" --tp=8,lr=1e-4 ; mesh.dp=4\tempty= name=\"a b\",x=a=b ",
	       "tp=8;lr=1e-4;mesh.dp=4;empty=;name=a b;x=a=b;");
	parses("gres/gpu=64,mem=7680G", "gres/gpu=64;mem=7680G;");
	parses("gres/gpu:h100=8,gres/gpu=8", "gres/gpu_type=h100;gres/gpu=8;");
	parses("gres/gpu:a100=8", "gres/gpu_type=a100;gres/gpu=8;");
	parses("gres/gpu=8,gres/gpu:a100=6,gres/gpu:t4=2",
	       "gres/gpu=8;gres/gpu_type=a100;gres/gpu:t4=2;");
	refuses("tp=8 fast", "not a dict: NAME=VALUE expected at 6, near \"fast\"");
	refuses("=8", "not a dict: NAME=VALUE expected at 1, near \"=8\"");
	refuses("tp=8 tp=4", "the key \"tp\" occurs twice");
	refuses("a=\"b", "not a dict: a closing quote expected at the end");
}

Test(dict, escapes)
{
	parses("{\"a\\\"b\": \"c\\\\d\\/e\\n\"}", "a\"b=c\\d/e\n;");
	parses("{'it\\'s': 'a\"b', 'c': \"it's\"}", "it's=a\"b;c=it's;");
	parses("{\"a\": \"\\u00b5s \\ud83d\\ude00 \\x41 \\ud83dx\"}",
	       "a=\xc2\xb5s \xf0\x9f\x98\x80 A \xef\xbf\xbdx;");
	parses("{'path': 'C:\\data'}", "path=C:\\data;");
}

Test(dict, what_is_none_is_refused_with_its_place)
{
	refuses("", "not a dict: '{' expected at the end");
	refuses("8", "not a dict: '{' expected at 1, near \"8\"");
	refuses("[1]", "not a dict: '{' expected at 1, near \"[1]\"");
	refuses("{\"a\": 1", "not a dict: ',' or '}' expected at the end");
	refuses("{\"a\" 1}", "not a dict: ':' after a key expected at 6, near \"1}\"");
	refuses("{\"a\": 1 \"b\": 2}",
		"not a dict: ',' or '}' expected at 9, near \"\\\"b\\\": 2}\"");
	refuses("{a: 1}", "not a dict: a key in quotes expected at 2, near \"a: 1}\"");
	refuses("{\"a\": Decimal-1}", "not a dict: a value expected at 7, near \"Decimal-1}\"");
	refuses("{\"a\": }", "not a dict: a value expected at 7, near \"}\"");
	refuses("{\"a\": \"b}", "not a dict: a closing quote expected at the end");
	refuses("{\"a\": \"\\u12\"}",
		"not a dict: hexadecimal digits expected at 10, near \"12\\\"}\"");
	refuses("{\"a\": [1, 2}", "not a dict: the end of a list expected at 12, near \"}\"");
	refuses("{\"a\": [1, 2", "not a dict: the end of a list expected at the end");
	refuses("{\"a\": 1}}", "not a dict: nothing more expected at 9, near \"}\"");
	refuses("{\"a\": 1, 'a': 2}", "the key \"a\" occurs twice");
	refuses("{\"a.b\": 1, 'a': {'b': 2}}", "the key \"a.b\" occurs twice");
	refuses("{'': 1}", "a key of the dict is empty");
	char deep[256] = "";
	for (size_t i = 0; i < 33; i++)
		strcat(deep, "{'a':");
	refuses(deep, "a dict more than 32 deep");
	static const char zero[] = "{\"a\0\": 1}";
	AUTO(cml_dict) dict = {0};
	assert_ok(cml_dict_parse(&dict, (struct cml_slice){zero, 9}, &err));
	cr_assert_eq(dict.leaves[0].path.size, 2);
}
