/* Nothing but libcsv's parser over a file, in pieces of 1 MiB, counting cells
 * and rows: libcsv_parse FILE. The least that parsing by libcsv costs. */
#include <csv.h>
#include <stdio.h>
#include <stdlib.h>

#define PIECE_SIZE ((size_t)1 << 20)

struct counts {
	size_t n_cells;
	size_t n_rows;
};

static void count_cell(void *cell, size_t size, void *context)
{
	struct counts *counts = context;
	(void)cell;
	(void)size;
	counts->n_cells++;
}

static void count_row(int end, void *context)
{
	struct counts *counts = context;
	(void)end;
	counts->n_rows++;
}

int main(int argc, char **argv)
{
	struct csv_parser parser;
	struct counts counts = {0, 0};
	FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
	char *piece = malloc(PIECE_SIZE);
	if (!file || !piece || csv_init(&parser, CSV_STRICT) != 0) {
		fprintf(stderr, "usage: libcsv_parse FILE\n");
		return 1;
	}
	size_t size;
	while ((size = fread(piece, 1, PIECE_SIZE, file)) > 0)
		if (csv_parse(&parser, piece, size, count_cell, count_row, &counts) != size) {
			fprintf(stderr, "libcsv_parse: %s\n", csv_strerror(csv_error(&parser)));
			return 1;
		}
	csv_fini(&parser, count_cell, count_row, &counts);
	csv_free(&parser);
	fclose(file);
	free(piece);
	printf("rows=%zu cells=%zu\n", counts.n_rows, counts.n_cells);
	return 0;
}
