# The commands of the README. Swift Package Manager does the rest.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

VERSION := $(shell sed -n 's/.*return "\(.*\)".*/\1/p' Sources/CBuild/CBuild.c)
# Empty outside a git clone. Also as root it reads the clone of whoever called sudo; it leaves no files of root there.
GIT = git --no-optional-locks -c safe.directory='$(CURDIR)'
COMMIT := $(shell exec 2>/dev/null; test -e .git && \
	echo "$$($(GIT) rev-parse --short HEAD)$$($(GIT) status --porcelain -uno | sed -n '1s/.*/-dirty/p')")

# Archives linked into the release where the system has them: two libraries fewer to find and relocate are a tenth of
# a start.
ARCHIVES = libstdc++.a libsqlite3.a
# The release on Linux, beyond `swift build -c release`, with what each option is for. Times are those of `acct token`.
#   -use-ld=lld, -T           code, constants and data in segments of their own; gold makes headers executable, and the
#                             compiler marks some constants writable, which then takes all others along. No hashes of
#                             the modules, which differ between folders. Functions without a name, which the list below
#                             cannot have, side by side: 1.5 MB of memory
#   -z relro, -z now          what the loader has bound is read-only from then on
#   -z pack-relative-relocs   a tenth of a start, 2 MB; the loader of glibc 2.36 and newer reads them
#   -static-libgcc            a library fewer, which also asks the processor for its features again: a twentieth
#   --no-export-dynamic       nothing looks symbols up in an executable; 25,000 of them took a third of a start
#   -debug-info-format none   nobody debugs the release, and what stays would be the paths of this machine
#   -s                        no symbols either, together 50 of 77 MB; linked so, the build id is that of these bytes
#   -function-sections        functions that nothing calls are left out: 1 MB
#   -internalize-at-link      public functions too, which the compiler keeps otherwise: 1.6 MB
#   --symbol-ordering-file    the functions and the variables of a start stand side by side, so that it touches a third of
#                             the pages of code and half of those of variables: 7 % and 3 % of a start, and 7 MB of its
#                             memory. Made by `make order`
#   …-file-prefix-map         no path of this machine in messages, so that every folder builds the same bytes
#   -disable-concrete-…       the compiler states conformances instead of having the runtime search 9,000 of them at
#                             the first use of each generic type: a quarter of a start
RELEASE_FLAGS = --static-swift-stdlib --disable-local-rpath -Xlinker -L.build/archives -Xlinker $(COMMIT_OBJECT) \
	-debug-info-format none $(STRIP) -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections \
	-Xswiftc -Xfrontend -Xswiftc -internalize-at-link \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.
ifeq ($(shell uname -s),Linux)
RELEASE_FLAGS += -Xswiftc -use-ld=lld -Xlinker --symbol-ordering-file=.ci/start-order \
	-Xlinker --no-warn-symbol-ordering -Xlinker -T.build/segments.ld -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker --no-export-dynamic \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
RELEASE_FLAGS += $(shell printf '2.36\n%s\n' "$$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)" | sort -VC \
	&& echo '-Xlinker -z -Xlinker pack-relative-relocs')
endif
STRIP = -Xlinker -s
BINARIES = acct acct-sandbox
# The finished release. The file `of-COMMIT` beside the binaries says that they are built from that commit.
RELEASE = .build/dist
BUILT = $(RELEASE)/of-$(or $(COMMIT),$(VERSION))
SOURCES = Makefile Package.swift .ci/start-order $(wildcard Package.resolved) $(shell find Sources)
# Defines the version with the commit; see Sources/CBuild. Its name changes with the commit, so that it is linked anew.
COMMIT_OBJECT = .build/commit/$(or $(COMMIT),none).o
FULL_VERSION = $(VERSION)$(if $(COMMIT), ($(COMMIT)))
# The hash of each module is of the compiler's options too, and so of this folder's path.
SEGMENTS = SECTIONS { .data.swift : { INPUT_SECTION_FLAGS(SHF_WRITE) *(.rodata .rodata.*) } \
	/DISCARD/ : { *(.swift_modhash) } } INSERT BEFORE .data; \
	SECTIONS { .text.unnamed : { *(.text..L*) } } INSERT BEFORE .text;
TREE = $(DESTDIR)$(PREFIX)
BASH_COMPLETIONS = $(TREE)/share/bash-completion/completions
# Debian's zsh looks in the one below /usr and in the other below /usr/local.
ZSH_COMPLETIONS = $(TREE)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
FISH_COMPLETIONS = $(TREE)/share/fish/vendor_completions.d
MAN = $(TREE)/share/man

.PHONY: help try play test torture bench order build install uninstall deb tarball check-deb reproducible lint format \
	generate deps clean version commit

help:
	@echo 'make try        see acct at work: builds it and walks through the main job, no tenant needed'
	@echo 'make play       a shell with two accounts signed in to the sandbox'
	@echo 'make test       run every test'
	@echo 'make torture    kill, disturb and damage the store at every call that changes it: about 40 minutes'
	@echo 'make bench      how fast it is, in ratios to the least that does the same'
	@echo 'make order      list what a start touches anew, which the release has side by side'
	@echo
	@echo 'make build      the release build, with the Swift runtime inside'
	@echo 'make install    put it under PREFIX ($(PREFIX)), below DESTDIR if set; builds first if the sources are newer'
	@echo 'make uninstall  remove it again'
	@echo 'make deb        a package for Debian 12 and its relatives'
	@echo 'make tarball    an archive to unpack below /usr/local, for other Linux systems'
	@echo
	@echo 'make check-deb  install, use, upgrade and remove the packages on a bare Debian; as root'
	@echo 'make reproducible   build in two folders and compare the bytes'
	@echo
	@echo 'make lint       formatting, imports against declared dependencies, shell scripts'
	@echo 'make format     format the sources'
	@echo 'make generate   write man pages, completions and the transcript of the README anew'
	@echo 'make deps       install the Debian packages that the build needs, if any is missing'
	@echo 'make clean      remove the build'

try: deps
	@.ci/try

play: deps
	@.ci/try --play

test: deps
	@.ci/test

torture: deps
	@.ci/torture

bench: deps
	@.ci/bench

order:
	@.ci/order

build: $(BUILT)

# The time of the stamp is that of the start, so that a file that changed during the build is newer.
$(BUILT): $(SOURCES)
	@test -O . || { echo 'The release is older than the sources, or not built. As the owner of this folder, run: make build' >&2; exit 1; }
	@.ci/deps
	@echo '==> Building for release. The first time this takes some minutes.'
	@# Linked anew: the package manager does not know of what only the linker reads.
	@rm -rf $(RELEASE) .build/commit $(addprefix .build/release/,$(BINARIES))
	@mkdir -p $(RELEASE) .build/archives .build/commit
	@touch $(RELEASE)/started
	@echo '$(SEGMENTS)' >.build/segments.ld
	@echo 'const char *cbuild_version(void) { return "$(FULL_VERSION)"; }' | clang -O2 -fPIE -x c -c - -o $(COMMIT_OBJECT)
	@for archive in $(ARCHIVES); do \
		path=$$(clang -print-file-name=$$archive) && test -f "$$path" && ln -sf "$$path" .build/archives/ || true; done
	$(SWIFT) build -c release $(RELEASE_FLAGS)
	@cp $(addprefix .build/release/,$(BINARIES)) $(RELEASE)
	@mv $(RELEASE)/started $@

install: $(BUILT)
	@echo '==> Installing under $(TREE)'
	install -d $(TREE)/bin $(BASH_COMPLETIONS) $(ZSH_COMPLETIONS) $(FISH_COMPLETIONS) $(MAN)/man1 $(MAN)/man7
	install -m 755 $(addprefix $(RELEASE)/,$(BINARIES)) $(TREE)/bin
	ln -sf acct $(TREE)/bin/docker-credential-acct
	install -m 644 completions/acct.bash $(BASH_COMPLETIONS)/acct
	install -m 644 completions/_acct $(ZSH_COMPLETIONS)/_acct
	install -m 644 completions/acct.fish $(FISH_COMPLETIONS)/acct.fish
	install -m 644 man/*.1 $(MAN)/man1
	install -m 644 man/*.7 $(MAN)/man7

uninstall:
	rm -f $(addprefix $(TREE)/bin/,$(BINARIES) docker-credential-acct)
	rm -f $(BASH_COMPLETIONS)/acct $(ZSH_COMPLETIONS)/_acct $(FISH_COMPLETIONS)/acct.fish
	rm -f $(addprefix $(MAN)/man1/,$(notdir $(wildcard man/*.1))) $(addprefix $(MAN)/man7/,$(notdir $(wildcard man/*.7)))

deb tarball: $(BUILT)
	@.ci/deps --packages
	@.ci/package $@

check-deb: deb tarball
	@.ci/check-deb --install

reproducible:
	@.ci/reproducible

version:
	@echo '$(VERSION)'

commit:
	@echo '$(COMMIT)'

lint: deps
	@echo '==> Formatting'
	$(SWIFT) format lint --strict -r Package.swift Sources Tests
	@echo '==> Imports: a target may use only what its dependencies declare'
	$(SWIFT) build --explicit-target-dependency-import-check error
	@echo '==> Foundation: only FoundationEssentials, which brings neither locales nor time zones of 34 MB'
	@if grep -rnE --include='*.swift' '^ *([a-z@_]+ )?import Foundation$$' Sources; then exit 1; fi
	@echo '==> Shell scripts'
	@if command -v shellcheck >/dev/null; then shellcheck $$(find .ci -maxdepth 1 -type f -perm -u=x) completions/acct.bash; else echo 'shellcheck is not installed: skipped'; fi

format:
	$(SWIFT) format -i -r Package.swift Sources Tests

generate: deps
	@echo '==> Writing man/, completions/ and the transcript of the README from the program'
	ACCT_RECORD=1 $(SWIFT) test --filter 'GeneratedTextTests|ReadmeTranscriptTests'
	@git status --short man completions README.md

deps:
	@.ci/deps

clean:
	$(SWIFT) package clean
	rm -rf $(RELEASE) .build/packages
