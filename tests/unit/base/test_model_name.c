#include "base/model_name.h"

#include "base/number.h"
#include "test.h"

/* A model of the list is known whatever is between the words of its name, unless the name has
 * another size: numbers of model cards and reports. */
Test(model_name, knows_mixtures)
{
	static const struct {
		const char *name;
		double size, active, experts;
	} names[] = {
	    {"DeepSeekV3", 671e9, 37e9, 256},
	    {"deepseek-v3.1-base", 671e9, 37e9, 256},
	    {"DeepSeek-V3-671B-A37B", 671e9, 37e9, 256},
	    {"deepseek_v2_lite", 15.7e9, 2.4e9, 64},
	    {"DeepSeek-V2-236B", 236e9, 21e9, 160},
	    {"gpt-oss-120b", 117e9, 5.1e9, 128},
	    {"allenai/OLMoE-1B-7B-0924", 6.9e9, 1.3e9, 64},
	    {"GPT OSS 20B", 21e9, 3.6e9, 32},
	    {"Llama-4-Scout-17B-16E", 109e9, 17e9, 16},
	    {"llama4-maverick", 400e9, 17e9, 128},
	    {"Qwen3_30B_a3B", 30.5e9, 3.3e9, 128},
	    {"moonshot/Kimi-K2-Instruct", 1040e9, 32e9, 384},
	    {"GLM-4.5-Air", 106e9, 12e9, 128},
	    /* Another model with such a name. */
	    {"DeepSeek-V3-16B", 16e9, 16e9, 1},
	    {"grok-1-8b", 8e9, 8e9, 1},
	    {"mygpt-oss-20b", 20e9, 20e9, 1},
	    /* Experts by the name alone; not known where it has none. */
	    {"8x7b", 56e9, 14e9, 8},
	    {"70b", 70e9, 70e9, 1},
	    {"30b-a3b", 30e9, 3e9, NAN},
	    {"Bloom-1b7", 1.7e9, 1.7e9, 1}, /* a point */
	    {"gpt2-xl", 1.56e9, 1.56e9, 1},
	    {"runwayml/stable-diffusion-v1-5", 0.86e9, 0.86e9, 1},
	    {"FLUX.1-dev", 12e9, 12e9, 1},
	    {"google/vit-large-patch16-224", 0.304e9, 0.304e9, 1},
	    {"vit_small_patch16", 0.022e9, 0.022e9, 1},
	    {"ResNet-50", 0.0256e9, 0.0256e9, 1},
	    {"resnet152", 0.0602e9, 0.0602e9, 1},
	    {"convnext_base.fb_in1k", 0.0886e9, 0.0886e9, 1},
	    {"microsoft/phi-4", 14.7e9, 14.7e9, 1},
	    {"BAAI/bge-large-en-v1.5", 0.335e9, 0.335e9, 1},
	    {"my-net", NAN, NAN, NAN},
	};
	for (size_t i = 0; i < COUNT(names); i++) {
		struct cml_model_name model = cml_model_in_name(cml_slice_of(names[i].name));
		cr_expect(cml_same_number(model.size, names[i].size), "%s: %g", names[i].name,
			  model.size);
		cr_expect(cml_same_number(model.active, names[i].active), "%s: %g", names[i].name,
			  model.active);
		cr_expect(cml_same_number(model.experts, names[i].experts), "%s: %g", names[i].name,
			  model.experts);
	}
}

/* Layers, width and vocabulary of models by family and size. */
Test(model_name, knows_shapes)
{
	static const struct {
		const char *name;
		double layers, width, vocabulary;
	} names[] = {
	    {"meta-llama/Llama-3.1-70B-Instruct", 80, 8192, 128256},
	    {"Llama-2-70b-hf", 80, 8192, 32000},
	    {"llama3_8b", 32, 4096, 128256},
	    {"llama-405b", NAN, 16384,
	     128256}, /* 126 and 61 layers, which stages share unequally */
	    {"Qwen2.5-32B", 64, 5120, 152064},
	    {"qwen3-0.6b", 28, 1024, 151936},
	    {"gpt3-175b", 96, 12288, 50257},
	    {"GPT-NeoX-20B", 44, 6144, 50432},
	    {"opt_125m", 12, 768, 50272},
	    {"Mixtral-8x7B-v0.1", 32, 4096, 32000},
	    {"gemma-2-9b-it", 42, 3584, 256000},
	    {"bloom-7b1", 30, 4096, 250880},
	    {"dsv2-lite-16b", 27, 2048, 102400},
	    {"Qwen3-30B-A3B", 48, 2048, 151936},
	    {"DeepSeek-V3", NAN, 7168, 129280},
	    {"llama-9b", NAN, NAN, NAN},
	    {"tinyllama-7b", NAN, NAN, NAN},
	    {"optics-7b", NAN, NAN, NAN},
	    {"7b", NAN, NAN, NAN},
	    {"", NAN, NAN, NAN},
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct cml_slice name = cml_slice_of(names[i].name);
		cr_expect(cml_same_number(cml_layers_in_name(name), names[i].layers), "%s",
			  names[i].name);
		cr_expect(cml_same_number(cml_model_in_name(name).width, names[i].width), "%s",
			  names[i].name);
		cr_expect(cml_same_number(cml_model_in_name(name).vocabulary, names[i].vocabulary),
			  "%s", names[i].name);
	}
}

Test(active_in_name, is_what_a_token_meets)
{
	static const struct {
		const char *name;
		double size, active;
	} names[] = {
	    {"7b", 7e9, 7e9},
	    {"Llama-2-13b-hf", 13e9, 13e9},
	    {"30b-a3b", 30e9, 3e9},
	    {"Qwen3-235B-A22B-Instruct", 235e9, 22e9},
	    {"Ling-lite-16.8B_a2.75B", 16.8e9, 2.75e9},
	    {"granite-3.0-1b-a400m", 1e9, 400e6},
	    /* Two experts of a mixture whose name does not say. */
	    {"8x7b", 56e9, 14e9},
	    {"Mixtral-8x22B-v0.1", 141e9, 39e9},
	    {"2x7b", 14e9, 14e9},
	    {"1x7b", 7e9, 7e9},
	    {"8x7b-a13b", 56e9, 13e9},
	    /* No more than all. */
	    {"3b-a30b", 3e9, 3e9},
	    {"8x7b-a60b", 56e9, 14e9},
	    /* A sign before it, and a size behind. */
	    {"llama3b", 3e9, 3e9},
	    {"13b-a100", 13e9, 13e9},
	    {"13b-alpha3b", 13e9, 13e9},
	    {"my-mini-4k", NAN, NAN},
	    {"a", NAN, NAN},
	    {"", NAN, NAN},
	};
	for (size_t i = 0; i < COUNT(names); i++) {
		struct cml_slice name = cml_slice_of(names[i].name);
		double size = cml_size_in_name(name), active = cml_active_in_name(name);
		cr_expect(cml_same_number(size, names[i].size), "%s: %g", names[i].name, size);
		cr_expect(cml_same_number(active, names[i].active), "%s: %g", names[i].name,
			  active);
	}
}
