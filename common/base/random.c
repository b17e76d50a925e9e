#include "base/random.h"

#include <math.h>

/* The finaliser of splitmix64: a bijection that scatters close values. */
static uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static uint64_t splitmix_next(uint64_t *state)
{
	*state += UINT64_C(0x9e3779b97f4a7c15);
	return mix(*state);
}

static uint64_t rotate_left(uint64_t x, int n)
{
	return x << n | x >> (64 - n);
}

void cml_random_init(struct cml_random *random, uint64_t seed, uint64_t stream)
{
	/* Both numbers are scattered before they meet, and by different paths, so
	 * that (1, 2) and (2, 1), or neighbours in both, do not collide. */
	uint64_t seed_state = seed;
	uint64_t stream_state = ~stream;
	uint64_t state = splitmix_next(&seed_state) ^ rotate_left(splitmix_next(&stream_state), 32);

	for (int i = 0; i < 4; i++)
		random->state[i] = splitmix_next(&state);
}

uint64_t cml_random_next(struct cml_random *random)
{
	uint64_t *state = random->state;
	uint64_t result = rotate_left(state[0] + state[3], 23) + state[0];
	uint64_t shifted = state[1] << 17;

	state[2] ^= state[0];
	state[3] ^= state[1];
	state[1] ^= state[2];
	state[0] ^= state[3];
	state[2] ^= shifted;
	state[3] = rotate_left(state[3], 45);
	return result;
}

double cml_random_uniform(struct cml_random *random)
{
	return (double)(cml_random_next(random) >> 11) * 0x1p-53;
}

uint64_t cml_random_below(struct cml_random *random, uint64_t n)
{
	__uint128_t product = (__uint128_t)cml_random_next(random) * n;

	if ((uint64_t)product < n) {
		uint64_t unfair = -n % n; /* 2^64 mod n */

		while ((uint64_t)product < unfair)
			product = (__uint128_t)cml_random_next(random) * n;
	}
	return (uint64_t)(product >> 64);
}

double cml_random_normal(struct cml_random *random)
{
	/* 1 - u lies in (0, 1], where the logarithm is finite. */
	double radius = sqrt(-2.0 * log(1.0 - cml_random_uniform(random)));

	return radius * cos(2.0 * M_PI * cml_random_uniform(random));
}

void cml_random_shuffle(struct cml_random *random, size_t *items, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t j = (size_t)cml_random_below(random, i);
		size_t kept = items[i - 1];

		items[i - 1] = items[j];
		items[j] = kept;
	}
}

void cml_draw_without_replacement(struct cml_random *random, const uint32_t *items, size_t n,
				  size_t n_drawn, uint32_t *drawn, uint32_t *left)
{
	size_t wanted = n_drawn;
	for (size_t i = 0; i < n; i++) {
		uint32_t item = items[i];
		if (wanted > 0 && cml_random_below(random, n - i) < wanted) {
			*drawn++ = item;
			wanted--;
		} else {
			*left++ = item;
		}
	}
}

size_t cml_count_of_fraction(double fraction, size_t n)
{
	size_t n_drawn = (size_t)(fraction * (double)n);
	return n_drawn < 1 ? 1 : n_drawn > n ? n : n_drawn;
}
