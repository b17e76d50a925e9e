#include "examples.h"

#include "base/random.h"

/* Streams of the seed beside those of the layers (by number) and of the examples. */
#define CENTRES_STREAM UINT64_C(0x63656e7472657300)
#define EXAMPLES_STREAM UINT64_C(0x1000000000000000)

/* Half the width of the noise. Twice that of the centres: classes overlap in each coordinate and
 * are told apart by many, so that the loss takes a while to fall. */
#define NOISE 2.0f

/* Two numbers of [-1, 1) from the halves of one draw. */
static float from_half(uint32_t half)
{
	return (float)(int32_t)half * 0x1p-31f;
}

void zero_examples_init(struct zero_examples *examples, float *centres)
{
	struct cml_random random;
	cml_random_init(&random, examples->seed, CENTRES_STREAM);
	for (size_t i = 0; i < examples->n_classes * examples->width; i++)
		centres[i] = from_half((uint32_t)cml_random_next(&random));
	examples->centres = centres;
}

void zero_examples_fill(const struct zero_examples *examples, uint64_t first, size_t n,
			float *inputs, int32_t *labels)
{
	size_t width = examples->width;
	for (size_t i = 0; i < n; i++) {
		struct cml_random random;
		cml_random_init(&random, examples->seed, EXAMPLES_STREAM + first + i);
		size_t label = (size_t)cml_random_below(&random, examples->n_classes);
		const float *centre = examples->centres + label * width;
		float *input = inputs + i * width;
		labels[i] = (int32_t)label;
		for (size_t j = 0; j < width; j += 2) {
			uint64_t draw = cml_random_next(&random);
			input[j] = centre[j] + NOISE * from_half((uint32_t)draw);
			if (j + 1 < width)
				input[j + 1] =
				    centre[j + 1] + NOISE * from_half((uint32_t)(draw >> 32));
		}
	}
}
