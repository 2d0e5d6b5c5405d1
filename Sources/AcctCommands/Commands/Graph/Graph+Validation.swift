import ArgumentParser

extension Graph {
    /// Refuses options that contradict each other. Each group has checked its own.
    func validate() throws {
        if pages.isGiven { try checkPages() }
        if cache.isGiven { try checkCache() }
        try output.requireDistinctFiles(and: pages.deltaFile)
        if several.isGiven { try checkSeveralProfiles() }
        if dryRun { try checkDryRun() }
    }

    private func checkPages() throws {
        if requestOptions.hasBody || requestOptions.effectiveMethod != "GET" {
            throw ValidationError(
                "\(pages.typedOption) needs GET: leave out the body, and add -X GET if there are fields.")
        }
        if output.isForOneResponse {
            throw ValidationError(
                "--include, --dump-header, --write-status and --remote-name are for a single response: leave them out with "
                    + "pages.")
        }
        if pages.format != nil, output.jq != nil {
            throw ValidationError(
                "--format prints the items itself: leave --jq out, or print with @csv and @tsv of jq.")
        }
        if waiting.wait {
            throw ValidationError("--wait is for a request that starts an operation: leave it out with pages.")
        }
    }

    private func checkDryRun() throws {
        if several.isGiven { throw ValidationError("--dry-run shows the request of a single profile.") }
        if pages.resumeFrom != nil || pages.deltaFile != nil {
            throw ValidationError("--dry-run shows the first request: leave out --resume-from and --delta-file.")
        }
    }

    private func checkCache() throws {
        if pages.isGiven {
            throw ValidationError("--cache and --stale-ok store a single response: leave them out with pages.")
        }
        if requestOptions.effectiveMethod != "GET" {
            throw ValidationError("--cache and --stale-ok need GET: only responses to reads are stored.")
        }
    }

    private func checkSeveralProfiles() throws {
        if profile.name != nil {
            throw ValidationError("Give only one of --profile, --profiles and --all-profiles.")
        }
        if pages.resumeFrom != nil || (pages.maxItems != nil && !pages.ndjson) {
            throw ValidationError(
                "With several profiles --max-items needs --ndjson, and --resume-from needs a single profile.")
        }
        if pages.slurp || pages.format != nil || pages.deltaFile != nil {
            throw ValidationError("--slurp, --format and --delta-file need a single profile.")
        }
        if output.silent || output.isForOneResponse {
            throw ValidationError(
                "With several profiles each response is a line of JSON: leave out --include, --silent, --remote-name, "
                    + "--dump-header and --write-status.")
        }
    }
}
