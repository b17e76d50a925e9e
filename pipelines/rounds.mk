# The rounds of rounds.sh as targets, made by the same steps into the same files:
#
#   make -f pipelines/rounds.mk OUT=out SPACE=space.csv METRIC=qps=p90 COMMAND='./train.sh --batch={batch}'
#   make -f pipelines/rounds.mk OUT=out ROUNDS=5           goes on, two rounds further
#   make -f pipelines/rounds.mk OUT=out out/round-02/model makes what this file needs, and no more
#   make -f pipelines/rounds.mk OUT=out -n round-02        what would be made
#   make -f pipelines/rounds.mk OUT=out CONFIRM=7 confirm  the repeats alone, of what was found so far
#
# Settings are those of rounds.sh, as variables of make or of the environment; another variable of make is an error.
# The page of REPORT is made by the first two and the last of these. COMMAND is cut into words by the shell, as any line of a recipe, and `$$` is a dollar sign; cml-submit then hands values over
# untouched. Neither OUT nor the path of this file may have blanks or quotes: rounds.sh takes those. A file
# that is there is never made again, whatever its age: a round is redone by deleting its folder.
this := $(lastword $(MAKEFILE_LIST))
steps := $(dir $(this))rounds
ifndef OUT
$(error OUT=FOLDER: where the rounds are)
endif
quote := '
ifneq ($(words $(OUT) $(this))$(findstring $(quote),$(OUT)$(this)),2)
$(error '$(OUT)', '$(this)': blanks and quotes are nothing for make; rounds.sh takes them)
endif
ifeq ($(wildcard $(this)),)
$(error '$(MAKEFILE_LIST)': blanks are nothing for make; rounds.sh takes them)
endif
# A misspelt setting would be ignored, and the rounds begun without it.
knobs := OUT COMMAND $(shell sed -n "/^knobs='/,/'$$/{s/^knobs='//;s/'$$//;p;}" '$(steps)/common.sh')
given := $(foreach name,$(.VARIABLES),$(if $(filter command,$(origin $(name))),$(name)))
unknown := $(firstword $(filter-out $(knobs) SHELL MAKE MAKEFLAGS,$(given)))
ifneq ($(unknown),)
nearest := $(shell printf '%s\n' $(knobs) | LC_ALL=C name='$(unknown)' awk -f '$(steps)/nearest.awk')
$(error unknown setting $(unknown): the nearest is $(nearest))
endif
last := $(or $(ROUNDS),$(shell sed -n 's/^ROUNDS=//p' '$(OUT)/settings' 2>/dev/null),3)
numbers := $(shell seq -f %02g 0 '$(last)' 2>/dev/null)

.PHONY: all begin confirm $(addprefix round-,$(numbers))
.SUFFIXES:

# One round after the other, as long as they improve; then repeats of what they found.
all: begin
	@for round in $(numbers); do \
		[ ! -f '$(OUT)'/round-$$round/done ] || continue; \
		sh $(steps)/go-on.sh '$(OUT)' $$round || { [ $$? -eq 4 ] && break; exit 1; }; \
		$(MAKE) --no-print-directory -f $(this) OUT='$(OUT)' round-$$round || exit; \
		sh $(steps)/page.sh '$(OUT)' REPEATS=0 REFRESH=30; \
	done
	@sh $(steps)/confirm.sh '$(OUT)'
	@sh $(steps)/named.sh '$(OUT)'
	@sh $(steps)/page.sh '$(OUT)'

confirm: begin
	@sh $(steps)/confirm.sh '$(OUT)'
	@sh $(steps)/named.sh '$(OUT)'
	@sh $(steps)/page.sh '$(OUT)'

# Settings that are not those of the rounds stop it here.
begin:
	@sh $(steps)/begin.sh '$(OUT)' $(if $(COMMAND),-- $(COMMAND))
	@sh $(steps)/mend.sh '$(OUT)'

# $(call needs,ROUND,FILE,FILE BEFORE IT): in a round that is done nothing is missing.
define needs
$(OUT)/round-$(1)/$(2): | begin $(if $(wildcard $(OUT)/round-$(1)/done),,$(OUT)/$(3))
	@sh $(steps)/file.sh '$(OUT)' $(1) $(2)

endef

# $(call round,ROUND): the files of a round one after the other, the first after the round before.
define round
$(eval before := $(shell printf %02d $$((1$(1) - 101))))
$(call needs,$(1),learned.csv,round-$(before)/done)
$(call needs,$(1),eval.csv,round-$(1)/learned.csv)
$(call needs,$(1),model,round-$(1)/eval.csv)
$(call needs,$(1),proposals.csv,round-$(1)/model)
$(call needs,$(1),launched.csv,round-$(1)/proposals.csv)
$(call needs,$(1),done,round-$(1)/launched.csv)
endef

$(foreach number,$(wordlist 2,100,$(numbers)),$(eval $(call round,$(number))))

$(OUT)/round-00/proposals.csv: | begin
$(OUT)/round-00/launched.csv: | $(OUT)/round-00/proposals.csv
$(OUT)/round-00/done: | $(OUT)/round-00/launched.csv
$(addprefix $(OUT)/round-00/,proposals.csv launched.csv done):
	@sh $(steps)/file.sh '$(OUT)' 00 $(@F)

$(addprefix round-,$(numbers)): round-%: $(OUT)/round-%/done
