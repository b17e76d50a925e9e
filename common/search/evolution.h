/* Regularised evolution: a population of configurations whose oldest member dies for
 * each child. */
#ifndef CML_SEARCH_EVOLUTION_H
#define CML_SEARCH_EVOLUTION_H

#include "search/searcher.h"

/* The population starts with `population` uniform draws. From then on a parent is the
 * best of `tournament` members drawn at random, with replacement; its child has one
 * param changed (cml_neighbour_draw), with chance `wide` another one, and so on, so
 * that params which rules tie to each other can move together. With chance
 * `crossover` the child first takes each param from one of two parents
 * (cml_sampler_draw_within), and is then changed only if it is one of them. The child
 * takes the place of the oldest member. One that was met before is made again, a few
 * times, so that few samples are spent on what is known. Every child obeys the rules.
 *
 * `batch` children are made from one population before their rewards are looked at:
 * one for the method as published, more to keep many threads busy. A step of the log
 * is `population` rewards; its entropy is empty.
 * Source: E. Real, A. Aggarwal, Y. Huang, Q. V. Le, "Regularized evolution for image
 * classifier architecture search", AAAI 2019, algorithm 1; crossover and wider
 * mutations are not in it. */
extern const struct cml_searcher_kind cml_evolution_search;

#endif
