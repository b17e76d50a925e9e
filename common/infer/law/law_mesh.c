/* A mesh of slices of TPUs, as MaxText has it: axes within a slice, others across slices. A slice
 * is what a node is elsewhere: its network is fast. Part of law_state.h. */
#include "infer/law/law_state.h"

#include "base/device.h"

static void multiply(struct cml_infer_law *law, enum cml_quantity key,
		     const struct cml_infer_column *column)
{
	const char *name = cml_infer_expression_name(law->infer, column), *text = law->of[key].text;
	cml_infer_law_know(law, key,
			   text ? cml_infer_keep(law->infer, "%s * %s", text, name) : name, column);
}

/* Axes that are more than 1 in some job; -1 stands for what the others leave. */
static void find_axes(struct cml_infer_law *law)
{
	bool is_in_slice;
	CML_EACH_COLUMN (column, &law->infer->rows) {
		enum cml_quantity q = cml_name_axis(column->plain, &is_in_slice);
		if (q == CML_N_QUANTITIES)
			continue;
		cml_infer_law_know(law, q, NULL, NULL);
	}
	CML_EACH_COLUMN (column, &law->infer->rows) {
		enum cml_quantity q = cml_name_axis(column->plain, &is_in_slice);
		if (q == CML_N_QUANTITIES || !cml_infer_is_nameable(column) || !column->is_whole ||
		    column->lo < 1 || column->hi <= 1)
			continue;
		multiply(law, q, column);
		multiply(law, is_in_slice ? CML_QUANTITY_ICI : CML_QUANTITY_DCN, column);
	}
}

/* By a column, or else by their axes. */
static void find_slices(struct cml_infer_law *law)
{
	const struct cml_infer_column *slices = NULL;
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (cml_infer_is_nameable(column) && column->is_number &&
		    cml_name_quantity(column->plain) == CML_QUANTITY_NODES &&
		    cml_name_has(column->plain, "slices"))
			slices = column;
	const char *axes = law->of[CML_QUANTITY_DCN].text;
	cml_infer_law_know(law, CML_QUANTITY_NODES,
			   slices ? cml_infer_expression_name(law->infer, slices)
			   : axes ? axes
				  : "1",
			   slices);
}

/* Chips of a slice by the names of TPUs; else by a column, of a slice or of all of them; else by
 * their axes. */
static void find_chips(struct cml_infer_law *law, const struct cml_infer_column *names)
{
	struct cml_infer_quantity *of = law->of;
	const struct cml_infer_column *devices;
	/* Of a slice in more jobs than of all slices. */
	bool is_slice =
	    of[CML_QUANTITY_DCN].text && cml_infer_law_count(law, "{devices} == {ici}") >
					     cml_infer_law_count(law, "{devices} == {ici} * {dcn}");
	devices = names || is_slice ? NULL : of[CML_QUANTITY_DEVICES].column;
	of[CML_QUANTITY_PER_NODE].column = names ? names : of[CML_QUANTITY_DEVICES].column;
	of[CML_QUANTITY_PER_NODE].text =
	    names     ? cml_infer_keep(law->infer, "chips(%s)",
				       cml_infer_expression_name(law->infer, names))
	    : devices ? cml_infer_law_fill(law, "{devices} / {nodes}")
		      : of[CML_QUANTITY_DEVICES].text;
	if (!of[CML_QUANTITY_PER_NODE].text)
		of[CML_QUANTITY_PER_NODE].text = of[CML_QUANTITY_ICI].text;
	if (devices)
		return;
	cml_infer_law_know(law, CML_QUANTITY_DEVICES, NULL, NULL);
	/* Without chips and copies among the axes some axes are no columns. */
	if (names || of[CML_QUANTITY_PER_NODE].column || of[CML_QUANTITY_FSDP].text ||
	    of[CML_QUANTITY_REPLICAS].text) {
		cml_infer_law_derive(law, CML_QUANTITY_DEVICES, "devices",
				     cml_infer_law_fill(law, "{node} * {nodes}"),
				     "chips of all slices");
		of[CML_QUANTITY_DEVICES].is_found = true;
	}
}

void cml_infer_law_mesh(struct cml_infer_law *law, const struct cml_infer_column *names)
{
	const struct cml_infer_column *micro = law->of[CML_QUANTITY_MICRO_BATCH].column;
	find_axes(law);
	if (!law->of[CML_QUANTITY_ICI].text && !law->of[CML_QUANTITY_DCN].text)
		return;
	find_slices(law);
	find_chips(law, names);
	if (micro && cml_name_has(micro->plain, "device chip")) {
		law->of[CML_QUANTITY_EACH].text = law->of[CML_QUANTITY_MICRO_BATCH].text;
		law->of[CML_QUANTITY_MICRO_BATCH].text = NULL;
	}
}
