# Posedge: "make help" lists the targets.

GO      ?= go
OUT     ?= out
POSEDGE  = $(OUT)/posedge

# Yosys takes a minute for a variant of a unit.
TIMEOUT  = 30m

# go test starts packages in the order of its arguments, each once.
PACKAGES = $$(cat .ci/longest) ./...

# For make fuzz and make shaders: the number of random designs, and the seed of the first.
COUNT ?= 500
SEED  ?= 1

SHELL       := bash
.SHELLFLAGS := -eu -o pipefail -c

.DEFAULT_GOAL := help
.PHONY: help demo quick test test-times test-long costs check same speed format tools race fuzz shaders mutants fuzz-files fuzz-targets clean FORCE

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

demo: $(POSEDGE) ## run the units: figures here; waves, pictures and Verilog in out/ (needs only Go)
	@$(POSEDGE) run all -brief -o $(OUT)/pictures -waves $(OUT)/waves
	@echo
	@$(POSEDGE) export all -o $(OUT)/verilog
	@echo
	@echo "Open"
	@ls $(OUT)/pictures/{gbuffer,ioarbiter_triangle,combineripu_mosaic,primbatch_wireframe}.png \
		$(OUT)/waves/primbatch_tables.svg $(OUT)/verilog/primbatch/rtl/line_walker.v | sed 's/^/  /'
	@echo "  gtkwave $(OUT)/waves/primbatch_tables.gtkw"
	@echo "and see \"$(POSEDGE) list\", \"$(POSEDGE) run ropmask\", \"$(POSEDGE) -h\"."

test: tools format ## install the missing tools and run every test
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) test -vet=off -timeout $(TIMEOUT) $(PACKAGES)
	$(MAKE) race
	@echo "all tests passed"

quick: ## run the short tests, with the tools that are installed (needs only Go; a minute)
	@$(GO) run ./internal/quality/suite quick

test-times: tools ## print what the tests of make test take, by package and tool; 1 if a unit takes more than its share
	$(GO) run ./internal/quality/suite times -limit $(TIMEOUT) $(PACKAGES)

test-long: tools ## run the tests that take long, without costs: every fp32 value, every fault, Yosys on every unit (an hour or more)
	POSEDGE_LONG=1 $(GO) test -timeout 2h -run '^TestLong' -skip '^TestLongCosts' ./...

costs: tools ## compare every cost in the docs with what Yosys reports (an hour or more)
	POSEDGE_LONG=1 $(GO) test -timeout 2h -run '^TestLongCosts' ./...

check: tools $(POSEDGE) ## lint and replay every variant of every unit, and synthesise all but the largest
	$(POSEDGE) check all

same: ## export every variant here and from the commit BASE, and compare them, places in comments apart
	@$(GO) run ./internal/quality/same -base "$(BASE)"

speed: $(POSEDGE) ## the speed table, with a CSV and a plot in out/ (most of an hour)
	@bash .ci/tools speed
	$(POSEDGE) speed -csv $(OUT)/speed.csv -svg $(OUT)/speed.svg

race: ## run the tests of concurrent code under the race detector (needs a C compiler, as Verilator does)
	$(GO) test -race -timeout $(TIMEOUT) -run 'Parallel|Writer|Journal' ./waves ./hdl/sim

fuzz: tools ## run COUNT random designs, from seed SEED on, in the engines, Icarus, Verilator and Yosys
	$(GO) run ./internal/quality/fuzz/fuzzer -count $(COUNT) -seed $(SEED) -o $(OUT)/_fuzz

shaders: ## compile COUNT random shaders, from seed SEED on, and hold their errors against their bounds
	$(GO) test ./blocks/castalu/stimulus/shaders -run RandomShadersKeep -v -shaders $(COUNT) -seed $(SEED) -climb 1000 -timeout $(TIMEOUT)

mutants: tools ## break the project on purpose in many places; a test must notice each fault (some minutes)
	$(GO) run ./internal/quality/mutant/runner

fuzz-files: ## fuzz the readers of files and arguments, a minute each
	@$(MAKE) --no-print-directory fuzz-targets | while read -r package target; do \
		echo "$$package $$target"; $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime 1m -fuzzminimizetime 1s $$package; \
	done

# A line for each fuzz target of the module: its package and its name.
fuzz-targets:
	@grep -r '^func Fuzz' --include='*_test.go' --exclude-dir=out --exclude-dir=.git . | \
		sed -E 's|/[^/]*:func (Fuzz[A-Za-z0-9_]*).*| \1|' | sort

clean: ## remove out/
	rm -rf $(OUT)

tools:
	@bash .ci/tools

format:
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "gofmt would change:"; echo "$$files"; exit 1; fi

$(POSEDGE): FORCE
	@mkdir -p $(OUT)
	@$(GO) build -o $(POSEDGE) ./cmd/posedge

FORCE:
