import MicrosoftGraph

/// `acct graph` as scripts type it: a path, how much of it is wanted and in which form.
extension GraphInvocation: FastPathInvocation {
    var profile: String? {
        get { acting.profile }
        set { acting.profile = newValue }
    }

    var isWhole: Bool { !path.isEmpty && (try? check()) != nil }

    mutating func take(_ word: String, _ rest: inout FastPathWords) throws(FastPathWords.Unusual) {
        switch word {
        case "--paginate": answer.pages.paginate = true
        case "--ndjson": answer.pages.ndjson = true
        case "--max-items": answer.pages.maxItems = try rest.number()
        case "--select": sent.query.select.append(try rest.value())
        case "--filter": sent.query.filter = try rest.value()
        case "--top": sent.query.top = try rest.number()
        case "--beta": sent.beta = true
        case "-X", "--method": sent.method = try rest.value()
        case "-q", "--jq": answer.output.jq = try rest.value()
        case _ where path.isEmpty && !word.isEmpty && !word.hasPrefix("-"): path = word
        default: throw .word
        }
    }
}
