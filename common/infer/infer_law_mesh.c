/* A mesh of slices of TPUs, as MaxText has it: axes within a slice, others across slices. A slice
 * is what a node is elsewhere: its network is fast. Part of infer_law.h. */
#include "infer/infer_law.h"

#include "base/device.h"

static bool is_of(const struct cml_infer_axis *axis, enum cml_quantity key)
{
	if (key == CML_QUANTITY_ICI || key == CML_QUANTITY_DCN)
		return axis->is_in_slice == (key == CML_QUANTITY_ICI);
	return axis->quantity == key;
}

/* The product of the axes of a key; NULL: there are none. */
static const char *product_of(struct cml_infer_law *law, enum cml_quantity key)
{
	struct cml_buffer text = {0};
	for (size_t i = 0; i < law->n_axes; i++) {
		if (!is_of(&law->axes[i], key))
			continue;
		cml_buffer_append_string(&text, text.size > 0 ? " * " : "");
		cml_infer_print_name(law->axes[i].column->name, &text);
	}
	const char *product = cml_infer_take(law->infer, &text);
	return *product ? product : NULL;
}

/* Axes that are more than 1 in some job; -1 stands for what the others leave. */
static void find_axes(struct cml_infer_law *law)
{
	CML_EACH_COLUMN (column, &law->infer->rows) {
		struct cml_infer_axis axis = {.column = column};
		axis.quantity = cml_name_axis(column->plain, &axis.is_in_slice);
		if (axis.quantity == CML_N_QUANTITIES)
			continue;
		law->columns[axis.quantity] = NULL;
		law->known[axis.quantity] = NULL;
		law->is_found[axis.quantity] = false;
		if (cml_is_config_role(column->role) && column->is_whole && column->lo >= 1 &&
		    column->hi > 1 && law->n_axes < CML_MAX_AXES)
			law->axes[law->n_axes++] = axis;
	}
	for (size_t i = 0; i < law->n_axes; i++) {
		enum cml_quantity q = law->axes[i].quantity;
		law->columns[q] = law->axes[i].column;
		law->known[q] = product_of(law, q);
		law->is_found[q] = true;
	}
}

/* Whether a number of devices is that of a slice: in more jobs than of all slices. */
static bool counts_slice(struct cml_infer_law *law)
{
	long more = 0;
	const double *beside_slice = cml_infer_law_numbers(law, "{devices} - {ici}");
	const double *beside_all = cml_infer_law_numbers(law, "{devices} - {ici} * {dcn}");
	for (size_t row = 0; beside_all && row < law->infer->rows.n_rows; row++)
		more += (beside_slice[row] == 0) - (beside_all[row] == 0);
	return more > 0;
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
	devices = names || counts_slice(law) ? NULL : columns[CML_QUANTITY_DEVICES];
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
		cml_infer_law_row(law, "devices", CML_ROLE_DERIVED, NULL,
				  cml_infer_law_fill(law, "{node} * {nodes}"),
				  "chips of all slices");
		known[CML_QUANTITY_DEVICES] = cml_infer_law_name(law, "devices");
		law->is_found[CML_QUANTITY_DEVICES] = true;
	}
}

void cml_infer_law_mesh(struct cml_infer_law *law, const struct cml_infer_column *names)
{
	const struct cml_infer_column *micro = law->columns[CML_QUANTITY_MICRO_BATCH];
	find_axes(law);
	if (law->n_axes == 0)
		return;
	law->known[CML_QUANTITY_ICI] = product_of(law, CML_QUANTITY_ICI);
	law->known[CML_QUANTITY_DCN] = product_of(law, CML_QUANTITY_DCN);
	find_slices(law);
	find_chips(law, names);
	if (micro && cml_name_has(micro->plain, "device chip")) {
		law->known[CML_QUANTITY_EACH] = law->known[CML_QUANTITY_MICRO_BATCH];
		law->known[CML_QUANTITY_MICRO_BATCH] = NULL;
	}
}
