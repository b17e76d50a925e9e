/* How large a model is, by its name. To add one whose name does not tell: a line in model_name.c.
 */
#ifndef CML_BASE_MODEL_NAME_H
#define CML_BASE_MODEL_NAME_H

#include "base/text.h"

/* NaN: not known. */
struct cml_model_name {
	double size;    /* parameters */
	double active;  /* those that a token meets: fewer in a mixture of experts */
	double experts; /* of a block; 1 of a dense model */
	double layers;
	double width; /* of their inputs */
	double vocabulary;
};

/* The size that a name has in it, as 7e9 of `llama-2-7b`, 3.5e8 of `350m`, 8e10 of `A100_80GB`: the
 * first number with an m, b, g or t behind it, or one of these and a b; m is a million, g, as b,
 * 10^9; thousands are contexts (`my-mini-4k`); the b may be the point (`1b7`). `8x7b` has 8 experts
 * of 7e9, of which a token meets two, `30b-a3b` 3e9 that are active, its experts not known. Of a
 * model of the list the numbers of its makers, unless the name has another size in it
 * (`DeepSeek-V3-16B`); layers and width of those of the lists alone. */
struct cml_model_name cml_model_in_name(struct cml_slice name);

/* These of it. */
double cml_size_in_name(struct cml_slice name);
double cml_active_in_name(struct cml_slice name);
double cml_experts_in_name(struct cml_slice name);
double cml_layers_in_name(struct cml_slice name);

#endif
