# The CubicML toolkit: one file, no recursion, no configure step.
# `make help` lists the targets. V=1 shows the commands.

.DEFAULT_GOAL := all
.SUFFIXES:
.DELETE_ON_ERROR:

MODE ?= release
V ?= 0
# What several tools share, and the files of one tool.
TOOL_DIRS := $(patsubst %/,%,$(sort $(wildcard tools/*/)))
prefix ?= /usr/local
ifneq ($(words $(prefix))$(filter /%,$(prefix)),1$(prefix))
$(error prefix='$(prefix)': not an absolute path without blanks)
endif
bindir ?= $(prefix)/bin
datadir ?= $(prefix)/share
mandir ?= $(datadir)/man
bashdir ?= $(datadir)/bash-completion/completions
zshdir ?= $(datadir)/zsh/site-functions
DESTDIR ?=
VERSION := $(shell sed -n 's/^\#define CML_VERSION "\(.*\)"/\1/p' tools/shared/tool.c)

# CROSS=aarch64-linux-gnu- builds for such machines, with Debian's packages of that architecture.
CROSS ?=
BUILD := build/$(MODE)$(CROSS:%-=-%)
# make's own idea of CC is cc.
ifeq ($(origin CC),default)
CC := $(CROSS)gcc
endif
ifeq ($(origin AR),default)
AR := $(CROSS)ar
endif
Q := $(if $(filter 1,$(V)),,@)

# Lines, for a stack or a profile, not variables: those are a tenth of the time to compile.
FLAGS_release := -O2 -g1
FLAGS_debug := -O0 -g3
# At a fixed place: a fifth fewer pages are touched at each start. What is undefined ends in SIGILL, not in a message: the
# places that messages name are globals too, each guarded by the AddressSanitizer, and take longer to compile, to start
# and to search for leaks than the checks themselves. ASAN_OPTIONS=handle_sigill=1 tells file and line.
FLAGS_asan := -O1 -g1 -fno-pie -fsanitize=address,undefined -fsanitize-undefined-trap-on-error -fno-sanitize-recover=all \
	-fno-omit-frame-pointer
FLAGS_tsan := -O0 -g1 -fsanitize=thread -fno-omit-frame-pointer
# What ran, for gcov; processes that leave by _exit count, too.
FLAGS_coverage := -O0 -g1 --coverage -fprofile-update=prefer-atomic -include tests/lint/covered.h
# clang takes the end of an empty slice, NULL + 0, for an overflow of the pointer.
FLAGS_fuzz := -O1 -g -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow \
	-fno-sanitize=pointer-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer
ifeq ($(FLAGS_$(MODE)),)
$(error MODE=$(MODE): not one of release, debug, coverage, asan, tsan, fuzz)
endif
# libFuzzer comes with clang alone.
ifeq ($(MODE),fuzz)
CC := clang
endif

WERROR ?= -Werror
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wvla $(WERROR)
# No contraction into fused multiply-adds: the same sums on every processor.
override CFLAGS += -std=gnu11 $(FLAGS_$(MODE)) $(WARNINGS) -ffp-contract=off -pthread
# A warning names the line that uses a macro: how it was expanded is a twentieth of the time to compile.
override CFLAGS += $(if $(findstring clang,$(CC)),,-ftrack-macro-expansion=0)
override CPPFLAGS += -D_GNU_SOURCE -Icommon $(TOOL_DIRS:%=-I%)
# The run-time of gcc's sanitizers inside the programs, where it has it so: loading it is most of a short test.
STATIC_asan := -static-libasan
STATIC_tsan := -static-libtsan
ifneq ($(STATIC_$(MODE)),)
ifeq ($(findstring clang,$(CC))$(filter-out /%,$(shell $(CC) -print-file-name=lib$(MODE).a)),)
override LDFLAGS += $(STATIC_$(MODE))
endif
endif
override LDFLAGS += $(filter -fsanitize% --coverage,$(FLAGS_$(MODE))) $(if $(filter -fno-pie,$(FLAGS_$(MODE))),-no-pie) -pthread -Wl,--as-needed
LDLIBS := -lcsv -lz -ldl -lm
# With the flags as they are here: those of some objects differ.
SETUP := CC='$(CC)' CPPFLAGS='$(CPPFLAGS)' CFLAGS='$(CFLAGS)' LDFLAGS='$(LDFLAGS)' LDLIBS='$(LDLIBS)' \
	SETUP_CACHE='$(BUILD)/setup' .ci/setup

LIB_SOURCES := $(sort $(wildcard common/*/*.c common/*/*/*.c))
SHARED_SOURCES := $(sort $(wildcard tools/*/*.c))
TOOL_SOURCES := $(sort $(wildcard tools/cml-*.c))
SIM_SOURCES := $(sort $(wildcard pipelines/experiments/workloads/fsdp-sim/*.c))
ZERO_SOURCES := $(sort $(wildcard pipelines/experiments/workloads/zero-mpi/*.c))
UNIT_SOURCES := $(sort $(wildcard tests/unit/*/*.c tests/unit/*/*/*.c))
LAWS_SOURCES := $(sort $(wildcard tests/laws/*.c))
# The main of the tests; for debuggers Criterion's own.
FORKED := tests/forked.c
# What scripts of tests/e2e start often: a job. What runs a tool as on an old Linux.
HELPER_SOURCES := tests/e2e/job.c tests/e2e/old-kernel.c
# What an assertion does that fails.
TEST_SUPPORT := tests/test.c
FUZZ_SOURCES := $(sort $(wildcard tests/fuzz/*.c))
BENCH_SOURCES := $(sort $(wildcard tests/bench/ours/*.c tests/bench/peers/*.c))
BENCH_SHARED := tests/bench/ours/bench_support.c
# Nothing that launches jobs has threads.
ifeq ($(MODE),tsan)
LIB_SOURCES := $(filter-out common/launch/%,$(LIB_SOURCES))
SHARED_SOURCES := $(filter-out tools/submit/%,$(SHARED_SOURCES))
TOOL_SOURCES := $(filter-out %/cml-submit.c,$(TOOL_SOURCES))
endif

object = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
# joined NAME SOURCES: the names of files that include a dozen of these each, to be compiled instead: half of the time of
# a small file is the start of the compiler and the headers.
JOINED := $(BUILD)/joined
joined = $(if $(2),$(shell mkdir -p $(JOINED) && awk -v out=$(JOINED)/$(1)- -f tests/join.awk $(2)))

# Under a sanitizer an optimizer is worth its time where the tests spend theirs: in what computes, not in what decides or
# waits for files and processes.
COMPUTING := $(addprefix common/,base/% table/% math/% learn/% model/chance/% \
	 space/encode/% space/expression/% space/feasible/%)
LIB_COMPILED := $(LIB_SOURCES)
SHARED_COMPILED := $(SHARED_SOURCES)
UNIT_COMPILED := $(UNIT_SOURCES)
LAWS_COMPILED := $(LAWS_SOURCES)
# Alone is what needs a library that some tools do without.
ifneq ($(filter asan tsan coverage,$(MODE)),)
ALONE := common/math/cholesky.c
LIB_COMPILED := $(ALONE) $(call joined,compute,$(filter-out $(ALONE),$(filter $(COMPUTING),$(LIB_SOURCES)))) \
	$(call joined,decide,$(filter-out $(ALONE) $(COMPUTING),$(LIB_SOURCES)))
SHARED_COMPILED := $(call joined,shared,$(SHARED_SOURCES))
endif
ifneq ($(MODE),debug)
UNIT_COMPILED := $(call joined,unit,$(UNIT_SOURCES))
LAWS_COMPILED := $(call joined,laws,$(LAWS_SOURCES))
endif
LIB := $(BUILD)/libcml.a
SHARED := $(BUILD)/libtool.a
TOOLS := $(patsubst tools/%.c,$(BUILD)/bin/%,$(TOOL_SOURCES))
SIM := $(BUILD)/bin/fsdp-sim
ZERO := $(BUILD)/bin/zero-mpi
# A script of pipelines, which it finds by this link.
ROUNDS := $(BUILD)/bin/cml-rounds
UNIT := $(BUILD)/unit-tests
LAWS := $(BUILD)/law-tests
FUZZ := $(patsubst tests/fuzz/fuzz_%.c,$(BUILD)/fuzz/%,$(filter tests/fuzz/fuzz_%,$(FUZZ_SOURCES)))
BENCH := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(filter-out $(BENCH_SHARED),$(BENCH_SOURCES)))
SIM_LIB_SOURCES := $(filter-out %/fsdp-sim.c,$(SIM_SOURCES))
# What of zero-mpi knows nothing of MPI, for tests of it alone.
ZERO_MPI_SOURCES := $(filter %/zero-mpi.c %/exchange.c,$(ZERO_SOURCES))
ZERO_LIB_SOURCES := $(filter %/network.c %/examples.c %/adam.c %/shard_plan.c %/rank_memory.c,$(ZERO_SOURCES))
ALL_SOURCES := $(LIB_SOURCES) $(SHARED_SOURCES) $(TOOL_SOURCES) $(SIM_SOURCES) $(ZERO_SOURCES) $(UNIT_SOURCES) $(LAWS_SOURCES) \
	$(FUZZ_SOURCES) $(BENCH_SOURCES) $(FORKED) $(TEST_SUPPORT) tests/reaper.c $(HELPER_SOURCES) packaging/static.c
ALL_OBJECTS := $(call object,$(sort $(ALL_SOURCES) $(LIB_COMPILED) $(SHARED_COMPILED) $(UNIT_COMPILED) $(LAWS_COMPILED)))
HEADERS := $(sort $(wildcard common/*/*.h common/*/*/*.h tools/*/*.h pipelines/experiments/workloads/*/*.h tests/fuzz/*.h tests/bench/*/*.h))
MAN_PAGES := $(sort $(wildcard docs/man/*.[1-9]))
C_FILES := $(ALL_SOURCES) $(HEADERS) $(TEST_SUPPORT:.c=.h)

.PHONY: all tools help setup tests zero-mpi demo check check-long check-slurm coverage fuzz fuzz-targets bench figures bench-list bench-programs \
	lint format check-format check-layers check-headers check-ran completions install uninstall deb static dist distcheck clean

all: tools $(SIM) ## build the tools (MODE=release|debug|coverage|asan|tsan)

tools: $(TOOLS) $(ROUNDS)

help: ## list the targets
	$(Q)sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

# Order-only, so that asking for packages never makes anything out of date. All folders at once: a
# process for each object is seconds.
setup:
	$(Q)$(SETUP) build
	$(Q)mkdir -p $(sort $(dir $(ALL_OBJECTS) $(TOOLS) $(FUZZ) $(BENCH) $(STATIC)/))

# Every fifty files a build says where it is, without a shell: two processes for each file are a third of a build.
$(BUILD)/obj/%.o: %.c Makefile | setup
	$(eval compiled += x)$(if $(filter %00 %50,$(words $(compiled))),$(info compiling $<))
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/obj/$(JOINED)/%.o: override CPPFLAGS += -I.
# What is outside in one file may be inside a function of another.
$(BUILD)/obj/$(JOINED)/%.o: override CFLAGS += -Wno-shadow

$(LIB): $(call object,$(LIB_COMPILED))
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

# A library too, so that a tool takes no more than it uses.
$(SHARED): $(call object,$(SHARED_COMPILED))
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

$(TOOLS): $(BUILD)/bin/%: $(BUILD)/obj/tools/%.o $(SHARED) $(LIB)
	$(Q)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

$(SIM): $(call object,$(SIM_SOURCES)) $(SHARED) $(LIB)
	$(Q)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

$(ROUNDS): | setup
	$(Q)ln -sf ../../../pipelines/cml-rounds $@

$(call object,$(SIM_SOURCES)): override CPPFLAGS += -Ipipelines/experiments/workloads/fsdp-sim

# By its own name only: nothing else needs MPI.
MPICC ?= mpicc
zero-mpi: ## build the real data-parallel trainer of pipelines/experiments/workloads/zero-mpi (needs OpenMPI)
	$(Q)$(SETUP) zero-mpi
	$(Q)$(MAKE) --no-print-directory $(ZERO)

$(ZERO): $(call object,$(ZERO_SOURCES)) $(SHARED) $(LIB)
	$(Q)$(MPICC) $(LDFLAGS) $^ -lopenblas $(LDLIBS) -o $@

# The optimizer's loop is worth the vectoriser, which a square root that sets errno keeps out.
$(call object,$(ZERO_SOURCES)): override CFLAGS += -O3 -fno-math-errno
# So are correlations and distances; nor does anybody ask which operations overflowed.
$(call object,common/learn/gp/gp_kernel.c common/learn/gp/gp_predict.c common/model/support/support_near.c): override CFLAGS += -O3 -fno-math-errno -fno-trapping-math
$(call object,$(ZERO_SOURCES)): override CPPFLAGS += -Ipipelines/experiments/workloads/zero-mpi
$(call object,$(ZERO_MPI_SOURCES)): CC := $(MPICC)

$(call object,$(UNIT_COMPILED) $(LAWS_COMPILED)): override CPPFLAGS += -Itests -Itests/fuzz -Itests/unit/fixtures -Ipipelines/experiments/workloads/fsdp-sim \
	-Ipipelines/experiments/workloads/zero-mpi
# Half of what there is to compile; what takes time in a test, and what may be undefined, is the library.
$(call object,$(UNIT_COMPILED) $(LAWS_COMPILED)): override CFLAGS += -O0 -fno-sanitize=undefined

ifeq ($(MODE),asan)
$(call object,$(filter $(JOINED)/decide-%,$(LIB_COMPILED)) $(SHARED_COMPILED) $(TOOL_SOURCES)): override CFLAGS += -O0
endif

test_main := $(call object,$(TEST_SUPPORT)) $(if $(filter debug,$(MODE)),,$(call object,$(FORKED)))

$(UNIT): $(call object,$(UNIT_COMPILED)) $(test_main) $(call object,$(SIM_LIB_SOURCES) $(ZERO_LIB_SOURCES)) $(LIB)
	$(Q)$(CC) $(LDFLAGS) $^ -lopenblas $(LDLIBS) -lcriterion -o $@

$(LAWS): $(call object,$(LAWS_COMPILED)) $(test_main) $(LIB)
	$(Q)$(CC) $(LDFLAGS) $^ $(LDLIBS) -lcriterion -o $@

# With a main of our own, or with libFuzzer's.
fuzz_main := $(if $(filter fuzz,$(MODE)),,$(call object,tests/fuzz/replay.c))
fuzz_shared := $(filter-out tests/fuzz/fuzz_% tests/fuzz/replay.c,$(FUZZ_SOURCES))
$(FUZZ): $(BUILD)/fuzz/%: $(BUILD)/obj/tests/fuzz/fuzz_%.o $(call object,$(fuzz_shared)) $(fuzz_main) $(LIB)
	$(Q)$(CC) $(subst fuzzer-no-link,fuzzer,$(LDFLAGS)) $^ $(LDLIBS) -o $@

fuzz-targets: $(FUZZ)

$(BENCH): $(BUILD)/bench/%: $(BUILD)/obj/tests/bench/%.o $(call object,$(BENCH_SHARED)) $(LIB)
	$(Q)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

bench-programs: $(BENCH)

# What runs the tests, and ends whatever they started.
REAPER := $(BUILD)/reaper
HELPERS := $(addprefix $(BUILD)/,$(basename $(notdir $(HELPER_SOURCES))))
$(REAPER): $(call object,tests/reaper.c)
$(BUILD)/job: $(call object,tests/e2e/job.c)
$(BUILD)/old-kernel: $(call object,tests/e2e/old-kernel.c)
$(REAPER) $(HELPERS):
	$(Q)$(CC) $(LDFLAGS) $^ -o $@

tests: $(UNIT) $(LAWS) $(TOOLS) $(SIM) $(FUZZ) $(if $(filter release debug,$(MODE)),$(REAPER) $(HELPERS))

demo: ## from a log of simulated jobs to ten proposals, their launch and what they gain
	$(Q)$(SETUP) demo
	$(Q)$(MAKE) --no-print-directory all
	$(Q)PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" sh pipelines/demo/demo.sh out/demo

# The shell gives its place to the reaper, which thereby knows when make is killed.
check: $(REAPER) ## all tests: plain, under the sanitizers, layers, headers, man page examples
	$(Q)$(SETUP) check
	$(Q)MAKE="$(MAKE)" REAPER="$(CURDIR)/$(REAPER)" exec $(REAPER) sh tests/counted.sh

check-long: $(REAPER) ## the tests that take minutes: large tables, many seeds, public data
	$(Q)$(SETUP) check
	$(Q)MAKE="$(MAKE)" REAPER="$(CURDIR)/$(REAPER)" exec $(REAPER) sh tests/counted.sh long

check-slurm: $(REAPER) ## cml-submit and pipelines/slurm on a private Slurm (KILLS=30 JOBS=300 SEED=1 for its chaos test)
	$(Q)$(SETUP) build
	$(Q)$(SETUP) slurm
	$(Q)$(MAKE) --no-print-directory all
	$(Q)PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" ROOT="$(CURDIR)" REAPER="$(CURDIR)/$(REAPER)" \
		exec $(REAPER) sh tests/slurm/run.sh

coverage: $(REAPER) ## which part of the lines of each folder the tests run (with gcov; half an hour)
	$(Q)$(SETUP) check
	$(Q)$(MAKE) --no-print-directory MODE=coverage tests
	$(Q)REAPER="$(CURDIR)/$(REAPER)" sh tests/lint/coverage.sh

FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?=
fuzz: ## look for bad inputs with libFuzzer (FUZZ_SECONDS=60 for each of FUZZ_TARGETS="table space ...")
	$(Q)$(SETUP) fuzz
	$(Q)$(MAKE) --no-print-directory MODE=fuzz fuzz-targets
	$(Q)sh tests/fuzz/campaign.sh build/fuzz/fuzz $(FUZZ_SECONDS) $(FUZZ_TARGETS)

# Debian's packages of the peers belong to Debian's python3, whatever stands first in PATH.
bench: ## measure beside the peers, into docs/benchmarks.md (ROWS="NAME..." REPEATS=N BENCH_SMALL=1)
	$(Q)$(SETUP) bench
	$(Q)$(MAKE) --no-print-directory all bench-programs
	$(Q)/usr/bin/python3 tests/bench/bench.py --build $(BUILD) $(if $(BENCH_SMALL),--small) \
		$(if $(REPEATS),--repeats $(REPEATS)) $(ROWS)

figures: all ## measure again what README.md quotes (NAMES="ten speed": of tests/figures), put it there and into docs/measured.csv
	$(Q)PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" sh tests/figures/measure.sh $(NAMES)

bench-list: ## the rows that make bench measures
	$(Q)/usr/bin/python3 tests/bench/bench.py --list

# cppcheck 2.10 does not see that a callee fills an array, nor read all compound literals; what it takes
# for uninitialized the sanitizer builds and gcc look at.
LINT_SUPPRESSED := missingIncludeSystem uninitvar ctuuninitvar internalAstError unknownEvaluationOrder \
	compareBoolExpressionWithInt invalidFunctionArg arrayIndexThenCheck
lint: check-layers check-headers check-format check-ran ## structure, formatting and static analysis
	$(Q)$(SETUP) lint
	$(Q)cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
		$(LINT_SUPPRESSED:%=--suppress=%) --error-exitcode=1 -Icommon $(TOOL_DIRS:%=-I%) common tools pipelines tests/bench

format: ## rewrite the C files in the house format
	$(Q)$(SETUP) lint
	$(Q)clang-format -i $(C_FILES)

check-format: ## fail when a C file is not in the house format
	$(Q)$(SETUP) lint
	$(Q)clang-format --dry-run --Werror $(C_FILES)

check-layers: tools ## fail when an include climbs a floor or goes in a circle, a page omits a module, a note or a figure, a budget is exceeded
	$(Q)sh tests/lint/layers.sh
	$(Q)sh tests/lint/readmes.sh
	$(Q)sh tests/lint/notes.sh
	$(Q)sh tests/lint/figures.sh
	$(Q)sh tests/lint/ablation.sh
	$(Q)sh tests/lint/budget.sh $(BUILD)/bin
	$(Q)sh tests/lint/raises.sh || [ $$? -eq 77 ]

check-ran: $(REAPER) ## fail when the plainest uses run more lines than the budget allows
	$(Q)$(MAKE) --no-print-directory MODE=coverage tools
	$(Q)$(REAPER) sh tests/lint/ran.sh -q

# What a module includes first is compiled alone there: only other headers are left.
check-headers: | setup ## compile every header alone, but those that their .c includes before anything else
	$(Q)for header in $$(sh tests/lint/headers.sh $(HEADERS)); do \
		$(CC) $(CPPFLAGS) -Ipipelines/experiments/workloads/fsdp-sim -Ipipelines/experiments/workloads/zero-mpi $(CFLAGS) -fsyntax-only -x c $$header || exit 1; \
	done

# What is installed besides the programs, by its place under $(datadir)/cubicml: our own experiments are not. The pages are
# found under $(datadir)/doc, too, with what they lead to.
PAGES := README.md CONTRIBUTING.md docs
DATA_FILES := $(sort $(wildcard schemas/*) $(shell find $(PAGES) pipelines -path pipelines/experiments -prune -o ! -type d \
	! -path '*/out/*' ! -path '*/build/*' -print))
DOC_LINKS := $(PAGES) schemas pipelines
MAN_SECTIONS := $(sort $(patsubst .%,%,$(suffix $(MAN_PAGES))))
DATA_DIR = $(DESTDIR)$(datadir)/cubicml
DOC_DIR = $(DESTDIR)$(datadir)/doc/cubicml
COMMANDS := $(notdir $(TOOLS) $(ROUNDS))
COMPLETIONS := build/$(MODE)/completions/cml.bash build/$(MODE)/completions/_cml

$(COMPLETIONS): build/$(MODE)/completions/%: completions/%.in completions/generate.sh completions/tables.sh \
		$(TOOLS) $(ROUNDS)
	$(Q)mkdir -p $(@D)
	$(Q)sh completions/generate.sh $< $(TOOLS) $(ROUNDS) >$@

# They come from the commands, and those of other machines do not run here.
completions: $(if $(CROSS),,$(COMPLETIONS))
	$(if $(CROSS),$(Q)$(MAKE) --no-print-directory CROSS= completions)

# bash looks for a completion under the name of each command.
install: all completions ## install tools, man pages, completions, space files, pipelines and pages under $(prefix)
	$(Q)install -d $(DESTDIR)$(bindir) $(DESTDIR)$(bashdir) $(DESTDIR)$(zshdir)
	$(Q)install -m 755 $(TOOLS) $(DESTDIR)$(bindir)
	$(Q)$(foreach section,$(MAN_SECTIONS),install -d $(DESTDIR)$(mandir)/man$(section) && \
		install -m 644 $(filter %.$(section),$(MAN_PAGES)) $(DESTDIR)$(mandir)/man$(section) &&) :
	$(Q)install -d $(addprefix $(DATA_DIR)/,$(sort $(dir $(DATA_FILES))))
	$(Q)cp -fP --parents --no-preserve=mode $(DATA_FILES) $(DATA_DIR)
	$(Q)cd $(DATA_DIR) && chmod 644 $(DATA_FILES) && \
		chmod 755 $$(awk 'FNR == 1 && /^#!/ { print FILENAME }' $(DATA_FILES))
	$(Q)ln -srf $(DATA_DIR)/pipelines/cml-rounds $(DESTDIR)$(bindir)/cml-rounds
	$(Q)install -d $(DOC_DIR) && ln -srfn $(addprefix $(DATA_DIR)/,$(DOC_LINKS)) $(DOC_DIR)
	$(Q)install -m 644 $(filter %/_cml,$(COMPLETIONS)) $(DESTDIR)$(zshdir)/_cml
	$(Q)install -m 644 $(filter %/cml.bash,$(COMPLETIONS)) $(DESTDIR)$(bashdir)/$(firstword $(COMMANDS))
	$(Q)for command in $(wordlist 2,$(words $(COMMANDS)),$(COMMANDS)); do \
		ln -sf $(firstword $(COMMANDS)) $(DESTDIR)$(bashdir)/$$command || exit 1; \
	done
ifeq ($(DESTDIR),)
	$(Q)echo "commands: $(bindir); man pages: $(mandir); space files and pipelines: $(DATA_DIR); pages: $(DOC_DIR)"
	$(Q)case ":$$PATH:" in *":$(bindir):"*) ;; \
		*) echo "not in PATH: add  export PATH=\"$(bindir):\$$PATH\"  to ~/.profile" ;; esac
endif

uninstall: ## remove what install put there
	$(Q)rm -f $(addprefix $(DESTDIR)$(bindir)/,$(COMMANDS)) $(addprefix $(DESTDIR)$(bashdir)/,$(COMMANDS)) \
		$(DESTDIR)$(zshdir)/_cml $(addprefix $(DATA_DIR)/,$(DATA_FILES)) $(addprefix $(DOC_DIR)/,$(DOC_LINKS))
	$(Q)rm -f $(foreach page,$(MAN_PAGES),$(DESTDIR)$(mandir)/man$(patsubst .%,%,$(suffix $(page)))/$(notdir $(page)))
	$(Q)for dir in $(filter-out ./,$(sort $(dir $(DATA_FILES)))); do \
		if cd $(DATA_DIR)/.. 2>/dev/null && [ -d cubicml/$$dir ]; then \
			rmdir -p --ignore-fail-on-non-empty cubicml/$$dir; \
		fi; \
	done
	$(Q)[ ! -d $(DOC_DIR) ] || rmdir --ignore-fail-on-non-empty $(DOC_DIR)

deb: ## build a Debian package of this tree, build/deb/cubicml_VERSION_ARCH.deb
	$(Q)$(SETUP) deb
	$(Q)sh debian/build.sh build/deb

# One program for all commands, from the objects of the others; packaging/static.c says how. It has the name of the
# command that starts itself again in jobs.
STATIC := $(BUILD)/static
STATIC_COMMANDS := $(notdir $(TOOLS))
STATIC_MAINS := $(STATIC_COMMANDS:%=$(STATIC)/%.o)
OPENBLAS ?= $(shell $(CC) -print-file-name=libopenblas.a)

$(call object,packaging/static.c): override CPPFLAGS += \
	-DCOMMANDS='$(foreach command,$(STATIC_COMMANDS),COMMAND("$(command)",$(subst -,_,$(command))))'

$(STATIC_MAINS): $(STATIC)/%.o: $(BUILD)/obj/tools/%.o | setup
	$(Q)$(CROSS)objcopy --redefine-sym main=$(subst -,_,$*) $< $@

$(STATIC)/cholesky.o: $(call object,common/math/cholesky.c) | setup
	$(Q)$(CROSS)objcopy --redefine-sym dlopen=openblas_open --redefine-sym dlsym=openblas_find \
		--redefine-sym dlerror=openblas_problem $< $@

$(STATIC)/openblas.o: | setup
	$(Q)$(AR) p $(OPENBLAS) memory.o >$@
	$(Q)$(CROSS)objcopy -R .init_array $@

$(STATIC)/cml-submit: $(STATIC_MAINS) $(STATIC)/cholesky.o $(STATIC)/openblas.o \
		$(call object,packaging/static.c) $(SHARED) $(LIB)
	$(Q)$(CC) $(LDFLAGS) -static -s $^ $(OPENBLAS) $(LDLIBS) -o $@

ARCHIVE = cubicml-$(VERSION)-linux-$(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
static: all completions $(STATIC)/cml-submit ## pack what is installed, with programs that need no library (CROSS=aarch64-linux-gnu-: for arm64)
	$(Q)rm -rf $(STATIC)/$(ARCHIVE)
	$(Q)$(MAKE) --no-print-directory install DESTDIR=$(CURDIR)/$(STATIC) prefix=/$(ARCHIVE)
	$(Q)sh packaging/archive.sh $(STATIC)/$(ARCHIVE) $(VERSION)

dist: ## pack the committed tree
	$(Q)git archive --format=tar.gz --prefix=cubicml-$(VERSION)/ -o cubicml-$(VERSION).tar.gz HEAD
	$(Q)echo cubicml-$(VERSION).tar.gz

distcheck: dist ## pack the committed tree, build it in an empty folder, and run the demo there
	$(Q)rm -rf build/dist && mkdir -p build/dist
	$(Q)tar -xzf cubicml-$(VERSION).tar.gz -C build/dist
	$(Q)$(MAKE) --no-print-directory -C build/dist/cubicml-$(VERSION) demo

clean: ## remove everything that was built
	$(Q)rm -rf build out cubicml-*.tar.gz

-include $(ALL_OBJECTS:.o=.d)
