/// The command lines that scripts and prompts run all day: `acct token` and `acct current` with at most a profile's name
/// and `--json`, `acct graph` with the options that read, and the names of profiles for a shell that completes them.
///
/// argument-parser describes a command to the Swift runtime before it reads a word, which takes longer than reading a
/// token from the store. So these lines are read here, and all others, wrong ones among them, by argument-parser. A test
/// holds that both make the same request of a line.
enum FastPath {
    /// Nil for any other line.
    static func request(of arguments: some Collection<String>) -> (any Request)? {
        let words = FastPathWords(arguments.dropFirst())
        return switch arguments.first {
        case "token": read(TokenInvocation.self, words)
        case "current": read(CurrentInvocation.self, words)
        case "graph": read(GraphInvocation.self, words)
        case "---completion": ProfileNamesInvocation(arguments)
        default: nil
        }
    }

    private static func read<Read: FastPathInvocation>(_: Read.Type, _ words: FastPathWords) -> Read? {
        var (request, words) = (Read(), words)
        do throws(FastPathWords.Unusual) {
            while let word = words.next() {
                switch word {
                case "--json": request.asJSON = true
                case "-p", "--profile": request.profile = try words.value()
                default: try request.take(word, &words)
                }
            }
        } catch {
            return nil
        }
        return request.isWhole ? request : nil
    }
}

/// A request that an everyday line can make.
protocol FastPathInvocation: Request {
    init()
    var profile: String? { get set }
    var asJSON: Bool { get set }
    /// Whether nothing is missing and nothing contradicts itself.
    var isWhole: Bool { get }
    /// Reads a word that not all of these commands have, and from `rest` what belongs to it.
    mutating func take(_ word: String, _ rest: inout FastPathWords) throws(FastPathWords.Unusual)
}

extension FastPathInvocation {
    var isWhole: Bool { true }

    mutating func take(_ word: String, _ rest: inout FastPathWords) throws(FastPathWords.Unusual) { throw .word }
}

extension TokenInvocation: FastPathInvocation {}

extension CurrentInvocation: FastPathInvocation {}
