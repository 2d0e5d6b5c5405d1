import Foundation

extension Failure {
    init(_ error: DirectoryError) {
        switch error {
        case .nowhere: self.init(.usage, "The current directory was removed. Name one, or go to another.")
        case .unusable(let path, let code):
            self.init(
                .usage, "“\(path)” cannot be used: \(String(cString: strerror(code))). Name a directory that exists.")
        case .notADirectory(let path):
            self.init(.usage, "\(path) is not a directory. Name the one it is in:", command: "acct bind NAME DIRECTORY")
        case .notBound(let path, let nearest?):
            self.init(
                .failed, "\(path) is not bound itself. The nearest above that is bound is \(nearest):",
                command: "acct unbind \(nearest.asShellWord)")
        case .notBound(let path, nil):
            self.init(
                .failed, "\(path) is not bound, nor is anything above it. See what is bound:", command: "acct bind")
        }
    }
}
