/* A mesh of slices of TPUs, as MaxText has it: axes within a slice, others across slices. A slice
 * is what a node is elsewhere: its network is fast. Part of law_state.h. */
#include "infer/law/law_state.h"

#include "base/device.h"

static void multiply(struct cml_infer_law *law, enum cml_quantity key, const char *name)
{
	const char **known = &law->known[key];
	*known = *known ? cml_infer_keep(law->infer, "%s * %s", *known, name) : name;
}

/* Axes that are more than 1 in some job; -1 stands for what the others leave. */
static void find_axes(struct cml_infer_law *law)
{
	bool is_in_slice;
	CML_EACH_COLUMN (column, &law->infer->rows) {
		enum cml_quantity q = cml_name_axis(column->plain, &is_in_slice);
		if (q == CML_N_QUANTITIES)
			continue;
		law->columns[q] = NULL;
		law->known[q] = NULL;
		law->is_found[q] = false;
	}
	CML_EACH_COLUMN (column, &law->infer->rows) {
		enum cml_quantity q = cml_name_axis(column->plain, &is_in_slice);
		if (q == CML_N_QUANTITIES || !cml_is_config_role(column->role) ||
		    !column->is_whole || column->lo < 1 || column->hi <= 1)
			continue;
		const char *name = cml_infer_expression_name(law->infer, column);
		law->columns[q] = column;
		law->is_found[q] = true;
		multiply(law, q, name);
		multiply(law, is_in_slice ? CML_QUANTITY_ICI : CML_QUANTITY_DCN, name);
	}
}

/* By a column, or else by their axes. */
static void find_slices(struct cml_infer_law *law)
{
	const struct cml_infer_column *slices = NULL;
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (cml_is_config_role(column->role) && column->is_number &&
		    cml_name_quantity(column->plain) == CML_QUANTITY_NODES &&
		    cml_name_has(column->plain, "slices"))
			slices = column;
	law->columns[CML_QUANTITY_NODES] = slices;
	law->known[CML_QUANTITY_NODES] = slices ? cml_infer_expression_name(law->infer, slices)
					 : law->known[CML_QUANTITY_DCN]
					     ? law->known[CML_QUANTITY_DCN]
					     : "1";
}

/* Chips of a slice by the names of TPUs; else by a column, of a slice or of all of them; else by
 * their axes. */
static void find_chips(struct cml_infer_law *law, const struct cml_infer_column *names)
{
	const struct cml_infer_column **columns = law->columns, *devices;
	const char **known = law->known;
	/* Of a slice in more jobs than of all slices. */
	bool is_slice =
	    known[CML_QUANTITY_DCN] && cml_infer_law_count(law, "{devices} == {ici}") >
					   cml_infer_law_count(law, "{devices} == {ici} * {dcn}");
	devices = names || is_slice ? NULL : columns[CML_QUANTITY_DEVICES];
	columns[CML_QUANTITY_PER_NODE] = names ? names : columns[CML_QUANTITY_DEVICES];
	known[CML_QUANTITY_PER_NODE] =
	    names     ? cml_infer_keep(law->infer, "chips(%s)",
				       cml_infer_expression_name(law->infer, names))
	    : devices ? cml_infer_law_fill(law, "{devices} / {nodes}")
		      : known[CML_QUANTITY_DEVICES];
	if (!known[CML_QUANTITY_PER_NODE])
		known[CML_QUANTITY_PER_NODE] = known[CML_QUANTITY_ICI];
	if (devices)
		return;
	columns[CML_QUANTITY_DEVICES] = NULL;
	known[CML_QUANTITY_DEVICES] = NULL;
	/* Without chips and copies among the axes some axes are no columns. */
	if (names || columns[CML_QUANTITY_PER_NODE] || known[CML_QUANTITY_FSDP] ||
	    known[CML_QUANTITY_REPLICAS]) {
		cml_infer_law_derive(law, CML_QUANTITY_DEVICES, "devices",
				     cml_infer_law_fill(law, "{node} * {nodes}"),
				     "chips of all slices");
		law->is_found[CML_QUANTITY_DEVICES] = true;
	}
}

void cml_infer_law_mesh(struct cml_infer_law *law, const struct cml_infer_column *names)
{
	const struct cml_infer_column *micro = law->columns[CML_QUANTITY_MICRO_BATCH];
	find_axes(law);
	if (!law->known[CML_QUANTITY_ICI] && !law->known[CML_QUANTITY_DCN])
		return;
	find_slices(law);
	find_chips(law, names);
	if (micro && cml_name_has(micro->plain, "device chip")) {
		law->known[CML_QUANTITY_EACH] = law->known[CML_QUANTITY_MICRO_BATCH];
		law->known[CML_QUANTITY_MICRO_BATCH] = NULL;
	}
}
