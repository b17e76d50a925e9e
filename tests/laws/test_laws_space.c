#include "random_space.h"
#include "space/config.h"
#include "space/encode/encoder.h"
#include "space/feasible/sampler.h"
#include "table/header.h"

#include "test.h"
#include "trials.h"

TestSuite(laws_space, .timeout = 300);

#define N_SPACES TRIALS(3 * 1000)
#define N_CONFIGS 30
#define MAX_FEATURES (MADE_MAX_ROWS * MADE_MAX_VALUES)
#define MAX_SLOTS (MADE_MAX_ROWS + 1)

/* A made space, read in, and the stream of its trials. */
struct world {
	struct made_space made;
	struct cml_space *space;
	struct cml_random random;
	size_t number;
};

static void world_init(struct world *world, size_t number)
{
	world->number = number;
	cml_random_init(&world->random, 1, number);
	made_space_draw(&world->made, &world->random);
	world->space = made_space_read(&world->made, NULL);
}

static void world_release(struct world *world)
{
	cml_space_free(world->space);
}

/* A complete configuration in a space of the world; whether its rules hold. */
static bool draw(struct world *world, const struct cml_space *space, double *values, double *slots)
{
	made_values_draw(&world->made, &world->random, values);
	bool holds = made_values_complete(&world->made, values);
	made_values_to_space(&world->made, space, values, slots);
	return holds;
}

static const char *text_of(const struct world *world)
{
	static char text[MADE_MAX_ROWS * 2 * MADE_CELL_SIZE];
	snprintf(text, sizeof text, "space %zu:\n%.*s", world->number, (int)world->space->text.size,
		 world->space->text.data);
	return text;
}

/* The same with some value in all rows that could be active; NaN is left in
 * those that cannot. */
static void possible_values(const struct world *world, const double *values, double *slots)
{
	double full[MADE_MAX_ROWS];
	for (size_t i = 0; i < world->made.n_rows; i++)
		full[i] = isnan(values[i]) && cml_is_config_role(world->made.rows[i].role)
			      ? 0
			      : values[i];
	made_values_complete(&world->made, full);
	made_values_to_space(&world->made, world->space, full, slots);
}

/* What a space file says is what is made of it. */

static void check_column(const struct world *world, const struct made_row *row)
{
	const struct cml_space *space = world->space;
	size_t slot = cml_space_find(space, cml_slice_of(row->name));
	const struct cml_space_column *column = &space->columns[slot];
	char number[CML_NUMBER_SIZE];
	cr_assert_str_eq(column->name, row->name);
	cr_assert_eq(column->role, row->role);
	cr_assert_eq(column->type, row->type);
	cr_assert_eq(column->encoding, row->encoding, "%s %s", row->name, text_of(world));
	cr_assert_eq(column->domain.kind, row->kind, "%s %s", row->name, text_of(world));
	cr_assert_eq(column->domain.n_values, row->n_values, "%s: %zu, not %zu in %s", row->name,
		     column->domain.n_values, row->n_values, text_of(world));
	for (size_t i = 0; i < row->n_values; i++) {
		double value = cml_domain_value(&column->domain, i);
		cr_assert_eq(cml_domain_index(&column->domain, value), i);
		if (row->levels[i])
			cr_assert(cml_slice_is(cml_value_text(space, slot, value, number),
					       row->levels[i]));
		else if (row->type != CML_TYPE_BOOL)
			cr_assert_eq(value, row->values[i], "%s: %.17g, not %.17g", row->name,
				     value, row->values[i]);
	}
	cr_assert_eq(column->has_default, row->has_default);
	if (row->has_default && row->levels[0])
		cr_assert(cml_slice_is(cml_value_text(space, slot, column->default_value, number),
				       row->levels[(size_t)row->default_value]));
	else if (row->has_default)
		cr_assert_eq(column->default_value, row->default_value);
}

Test(laws_space, a_space_is_what_its_file_says)
{
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		world_init(&world, i);
		for (size_t j = 0; j < world.made.n_rows; j++)
			check_column(&world, &world.made.rows[j]);
		cr_assert_eq(world.space->n_columns, world.made.n_rows + 1);
	}
}

/* The text a space writes is the space. */

static void check_same_domain(const struct cml_space *a, const struct cml_space *b, size_t slot)
{
	const struct cml_domain *first = &a->columns[slot].domain,
				*second = &b->columns[slot].domain;
	char first_number[CML_NUMBER_SIZE], second_number[CML_NUMBER_SIZE];
	cr_assert_eq(first->kind, second->kind);
	cr_assert_eq(first->n_values, second->n_values);
	cr_assert(first->lo == second->lo && first->hi == second->hi &&
		  first->step == second->step);
	for (size_t i = 0; i < first->n_values; i++)
		cr_assert(cml_slice_equal(
		    cml_value_text(a, slot, cml_domain_value(first, i), first_number),
		    cml_value_text(b, slot, cml_domain_value(second, i), second_number)));
}

static void check_same_space(const struct cml_space *a, const struct cml_space *b)
{
	cr_assert_eq(a->n_columns, b->n_columns);
	cr_assert(a->metric == b->metric && a->n_key == b->n_key);
	cr_assert(cml_slice_equal(cml_buffer_slice(&a->text), cml_buffer_slice(&b->text)));
	for (size_t slot = 0; slot < a->n_columns; slot++) {
		const struct cml_space_column *first = &a->columns[slot],
					      *second = &b->columns[slot];
		for (size_t i = 0; i < CML_N_SPACE_FIELDS; i++)
			cr_assert_str_eq(first->cells[i], second->cells[i]);
		cr_assert_eq(first->role, second->role);
		cr_assert_eq(first->type, second->type);
		cr_assert_eq(first->encoding, second->encoding);
		cr_assert_eq(first->maximize, second->maximize);
		cr_assert_eq(first->has_default, second->has_default);
		cr_assert_eq(first->when != NULL, second->when != NULL);
		cr_assert_eq(first->expression != NULL, second->expression != NULL);
		check_same_domain(a, b, slot);
	}
}

Test(laws_space, a_space_reads_back_from_its_text)
{
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		AUTOPTR(cml_space) again = NULL;
		world_init(&world, i);
		cr_assert_eq(cml_space_from_text(&again, cml_buffer_slice(&world.space->text),
						 "again", &err),
			     CML_OK, "%s %s", err.message, text_of(&world));
		check_same_space(world.space, again);
	}
}

/* Completing does what the rows say, once. */
Test(laws_space, completing_obeys_conditions_and_rules)
{
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		double values[MADE_MAX_ROWS], slots[MAX_SLOTS], expected[MAX_SLOTS];
		world_init(&world, i);
		for (size_t j = 0; j < N_CONFIGS; j++) {
			size_t broken;
			made_values_draw(&world.made, &world.random, values);
			made_values_to_space(&world.made, world.space, values, slots);
			bool holds = made_values_complete(&world.made, values);
			made_values_to_space(&world.made, world.space, values, expected);
			assert_ok(cml_config_complete(world.space, slots, &broken, &err));
			cr_assert(same_values(slots, expected, world.space->n_columns), "%s",
				  text_of(&world));
			cr_assert_eq(broken == CML_NO_COLUMN, holds, "%s", text_of(&world));
			assert_ok(cml_config_complete(world.space, slots, &broken, &err));
			cr_assert(same_values(slots, expected, world.space->n_columns), "%s",
				  text_of(&world));
		}
	}
}

/* Encoding loses nothing. */

/* The value a column had, from its features. */
static double decode(const struct cml_encoder *encoder, size_t slot, const double *features)
{
	const struct cml_space_column *column = &encoder->space->columns[slot];
	size_t first = encoder->first[slot], end = first + encoder->n_of[slot];
	if (column->encoding == CML_ENCODING_VALUE && column->type == CML_TYPE_ORDINAL)
		return isnan(features[first]) ? NAN
					      : column->domain.levels[(size_t)features[first]];
	if (column->encoding == CML_ENCODING_VALUE)
		return features[first];
	if (column->encoding == CML_ENCODING_LOG) {
		double value = exp2(features[first]);
		return cml_domain_take(&column->domain, column->type, &value) ? value : NAN;
	}
	double value = NAN;
	for (size_t i = first; i < end; i++) {
		cr_assert(features[i] == 0 || (features[i] == 1 && isnan(value)));
		if (features[i] == 1)
			value = encoder->features[i].level;
	}
	return value;
}

static void check_decoding(const struct world *world, const struct cml_encoder *encoder,
			   const double *slots, const double *features)
{
	for (size_t slot = 0; slot < world->space->n_columns; slot++) {
		const struct cml_space_column *column = &world->space->columns[slot];
		if (encoder->n_of[slot] == 0)
			continue;
		double value = decode(encoder, slot, features);
		/* Nothing snaps a number of a range back to where it was. */
		bool is_near = column->encoding == CML_ENCODING_LOG &&
			       column->domain.n_values == 0 &&
			       fabs(value - slots[slot]) <= 1e-12 * fabs(slots[slot]);
		cr_assert(is_near || same_value(value, slots[slot]), "%s: %.17g, not %.17g; %s",
			  column->name, value, slots[slot], text_of(world));
	}
}

Test(laws_space, encoding_then_decoding_is_the_identity)
{
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		AUTO(cml_encoder) encoder;
		double values[MADE_MAX_ROWS], slots[MAX_SLOTS], features[MAX_FEATURES];
		world_init(&world, i);
		assert_ok(cml_encoder_init(&encoder, world.space, &err));
		cr_assert_leq(encoder.n_features, MAX_FEATURES);
		for (size_t j = 0; j < N_CONFIGS; j++) {
			draw(&world, world.space, values, slots);
			for (size_t k = 0; k < encoder.n_features; k++)
				features[k] = 1e99;
			assert_ok(cml_encoder_encode(&encoder, slots, features, &err));
			check_decoding(&world, &encoder, slots, features);
		}
	}
}

/* Cells and back. */

/* A number as some other program may write it. */
static struct cml_slice rewrite(struct cml_random *random, double value, char text[64])
{
	static const char *const forms[] = {"%.17g", " %.17e", "%+.17g ", "%.20G\t"};
	int n = snprintf(text, 64, forms[cml_random_below(random, 4)], value);
	return (struct cml_slice){text, (size_t)n};
}

/* A table of one row: the configuration in columns of any order, among others,
 * and with anything in cells that are not active. */
struct cells {
	struct cml_slice names[MAX_SLOTS];
	struct cml_slice cells[MAX_SLOTS];
	char numbers[MAX_SLOTS][64];
	size_t n;
};

static void write_cells(struct world *world, const double *values, const double *slots,
			struct cells *cells)
{
	const struct cml_space *space = world->space;
	size_t order[MAX_SLOTS];
	double possible[MAX_SLOTS];
	possible_values(world, values, possible);
	for (size_t slot = 0; slot < space->n_columns; slot++)
		order[slot] = slot;
	cml_random_shuffle(&world->random, order, space->n_columns);
	cells->n = space->n_columns;
	for (size_t i = 0; i < cells->n; i++) {
		size_t slot = order[i];
		const struct cml_space_column *column = &space->columns[slot];
		bool is_number = column->type == CML_TYPE_INT || column->type == CML_TYPE_FLOAT;
		cells->names[i] = cml_slice_of(column->name);
		cells->cells[i] = cml_value_text(space, slot, slots[slot], cells->numbers[i]);
		if (!cml_is_config_role(column->role) || isnan(possible[slot]))
			cells->cells[i] = cml_slice_of("not looked at");
		else if (is_number && !isnan(slots[slot]) &&
			 cml_random_below(&world->random, 2) == 0)
			cells->cells[i] = rewrite(&world->random, slots[slot], cells->numbers[i]);
	}
}

static enum cml_result read_cells(const struct cml_space *space, const struct cells *cells,
				  double *slots)
{
	AUTO(cml_header) header;
	AUTO(cml_binding) binding;
	AUTO(cml_na) na;
	struct cml_row row = {.cells = cells->cells, .n_cells = cells->n, .line = 2};
	assert_ok(cml_na_init(&na, ",NA", &err));
	cr_assert_eq(cml_header_init(&header, cells->names, cells->n, &err), CML_OK, "%s",
		     err.message);
	cr_assert_eq(cml_binding_init(&binding, space, &header, &na, false, false, &err), CML_OK,
		     "%s", err.message);
	enum cml_result status = cml_config_read(&binding, &row, slots, &err);
	return status;
}

Test(laws_space, a_configuration_reads_back_from_its_cells)
{
	size_t n_held = 0, n_broken = 0;
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		world_init(&world, i);
		for (size_t j = 0; j < N_CONFIGS; j++) {
			double values[MADE_MAX_ROWS], slots[MAX_SLOTS], again[MAX_SLOTS];
			struct cells cells;
			bool holds = draw(&world, world.space, values, slots);
			write_cells(&world, values, slots, &cells);
			for (size_t slot = 0; slot < world.space->n_columns; slot++)
				again[slot] = NAN;
			enum cml_result status = read_cells(world.space, &cells, again);
			n_held += holds;
			n_broken += !holds;
			cr_assert_eq(status, holds ? CML_OK : CML_BAD_DATA, "%s: %s; %s",
				     err.column, err.message, text_of(&world));
			cr_assert(holds || strstr(err.message, "does not hold"), "%s", err.message);
			cr_assert(same_values(again, slots, world.space->n_columns), "%s",
				  text_of(&world));
			cr_assert_eq(cml_config_key(world.space, again),
				     cml_config_key(world.space, slots));
		}
	}
	/* Both must have been seen, or the law was not tested. */
	cr_assert_gt(n_held, 1000);
	cr_assert_gt(n_broken, 1000);
}

/* Keys. */

Test(laws_space, keys_tell_configurations_apart)
{
	size_t n_distinct = 0;
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		double values[N_CONFIGS][MADE_MAX_ROWS], slots[MAX_SLOTS];
		uint64_t keys[N_CONFIGS];
		world_init(&world, i);
		for (size_t j = 0; j < N_CONFIGS; j++) {
			draw(&world, world.space, values[j], slots);
			keys[j] = cml_config_key(world.space, slots);
			for (size_t k = 0; k < j; k++) {
				bool is_same = same_values(values[j], values[k], world.made.n_rows);
				n_distinct += !is_same;
				cr_assert_eq(keys[j] == keys[k], is_same, "%s", text_of(&world));
			}
		}
	}
	cr_assert_gt(n_distinct, 100 * N_SPACES);
}

Test(laws_space, keys_do_not_depend_on_the_order_of_rows)
{
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		double values[MADE_MAX_ROWS], slots[MAX_SLOTS], other_slots[MAX_SLOTS];
		world_init(&world, i);
		AUTOPTR(cml_space) other = made_space_read(&world.made, &world.random);
		for (size_t j = 0; j < N_CONFIGS; j++) {
			size_t broken;
			bool holds = draw(&world, world.space, values, slots);
			made_values_to_space(&world.made, other, values, other_slots);
			cr_assert_eq(cml_config_key(world.space, slots),
				     cml_config_key(other, other_slots), "%s", text_of(&world));
			assert_ok(cml_config_complete(other, other_slots, &broken, &err));
			cr_assert_eq(broken == CML_NO_COLUMN, holds);
			cr_assert_eq(cml_config_key(world.space, slots),
				     cml_config_key(other, other_slots));
		}
	}
}

/* Samples. */

static void check_sample(const struct world *world, const double *slots)
{
	double values[MADE_MAX_ROWS], completed[MADE_MAX_ROWS], again[MAX_SLOTS];
	size_t broken;
	made_values_from_space(&world->made, world->space, slots, values);
	memcpy(completed, values, sizeof values);
	cr_assert(made_values_complete(&world->made, completed), "a rule is broken: %s",
		  text_of(world));
	cr_assert(same_values(values, completed, world->made.n_rows), "not complete: %s",
		  text_of(world));
	for (size_t i = 0; i < world->made.n_rows; i++) {
		const struct made_row *row = &world->made.rows[i];
		if (isnan(values[i]) || !cml_is_config_role(row->role))
			continue;
		cr_assert(made_has_value(row, values[i]), "%s: %.17g: %s", row->name, values[i],
			  text_of(world));
		if (row->role == CML_ROLE_CONTEXT)
			cr_assert_eq(values[i], row->default_value);
	}
	memcpy(again, slots, world->space->n_columns * sizeof *again);
	assert_ok(cml_config_complete(world->space, again, &broken, &err));
	cr_assert_eq(broken, CML_NO_COLUMN);
	cr_assert(same_values(again, slots, world->space->n_columns));
}

/* Nothing that is active is left out of a draw. */
static void check_whole(const struct world *world, const double *slots)
{
	double values[MADE_MAX_ROWS], possible[MAX_SLOTS];
	made_values_from_space(&world->made, world->space, slots, values);
	possible_values(world, values, possible);
	cr_assert(same_values(slots, possible, world->space->n_columns), "left out: %s",
		  text_of(world));
}

Test(laws_space, samples_are_configurations_of_the_space)
{
	size_t n_feasible = 0;
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		AUTO(cml_sampler) sampler;
		double slots[MAX_SLOTS];
		world_init(&world, i);
		enum cml_result status = cml_sampler_init(&sampler, world.space, NULL, 0, &err);
		for (size_t j = 0; status == CML_OK && j < N_CONFIGS; j++) {
			status = cml_sampler_draw(&sampler, &world.random, 2000, slots, &err);
			if (status != CML_OK)
				break;
			check_sample(&world, slots);
			check_whole(&world, slots);
		}
		cr_assert(status == CML_OK || status == CML_NOTHING, "%s %s", err.message,
			  text_of(&world));
		n_feasible += status == CML_OK;
	}
	cr_assert_gt(n_feasible, N_SPACES / 2, "%zu", n_feasible);
}
