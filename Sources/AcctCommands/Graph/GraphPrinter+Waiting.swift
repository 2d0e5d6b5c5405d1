import Foundation

extension GraphPrinter {
    /// Whether writing may take as long as somebody likes: a reader of a pipe or a terminal, or a jq program.
    func mayWait(writingTo route: BodyRoute) -> Bool {
        switch route {
        case .nowhere: false
        case .file(let file): !file.isReplaced
        case .passedOn: !StandardStream.output.isFileOrNull
        case .shown, .filtered, .error: true
        }
    }
}

extension StandardStream {
    /// Whether nobody reads what is written while it is written.
    fileprivate var isFileOrNull: Bool {
        var (info, null) = (stat(), stat())
        guard fstat(self == .output ? STDOUT_FILENO : STDERR_FILENO, &info) == 0 else { return false }
        if info.st_mode & S_IFMT == S_IFREG { return true }
        return info.st_mode & S_IFMT == S_IFCHR && stat("/dev/null", &null) == 0 && info.st_rdev == null.st_rdev
    }
}
