import Foundation

extension GraphPrinter {
    /// Whether so many bytes may take as long to write as somebody likes: who reads a pipe or a terminal, or a jq program.
    func mayWait(writing size: Int, to route: BodyRoute) -> Bool {
        switch route {
        case .nowhere: false
        case .file(let file): !file.isReplaced
        case .passedOn: !StandardOutputRoom.now.isFor(size)
        case .shown, .filtered, .error: true
        }
    }
}

/// How much stdout takes without waiting for whoever reads it.
private enum StandardOutputRoom {
    case unlimited, unknown
    case bytes(Int)

    func isFor(_ size: Int) -> Bool {
        switch self {
        case .unlimited: true
        case .unknown: false
        case .bytes(let room): size <= room
        }
    }

    static var now: Self { pipeSize.map(leftInPipe) ?? (isFileOrNull ? .unlimited : .unknown) }

    /// A pipe has pages rather than bytes; of those that are taken, the first and the last may hold little.
    private static func leftInPipe(of size: Int) -> Self {
        var taken: Int32 = 0
        guard ioctl(STDOUT_FILENO, UInt(FIONREAD), &taken) == 0 else { return .unknown }
        return .bytes(taken == 0 ? size : size - Int(taken) - 3 * Int(getpagesize()))
    }

    /// Nil where stdout is none, or the system does not tell.
    private static let pipeSize: Int? = {
        #if os(Linux)
            // F_GETPIPE_SZ, which glibc shows only to programs that ask for its extensions (fcntl(2)).
            let size = fcntl(STDOUT_FILENO, 1032)
            return size > 0 ? Int(size) : nil
        #else
            return nil
        #endif
    }()

    private static let isFileOrNull: Bool = {
        var (info, null) = (stat(), stat())
        guard fstat(STDOUT_FILENO, &info) == 0 else { return false }
        if info.st_mode & S_IFMT == S_IFREG { return true }
        return info.st_mode & S_IFMT == S_IFCHR && stat("/dev/null", &null) == 0 && info.st_rdev == null.st_rdev
    }()
}
