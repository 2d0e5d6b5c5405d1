import Foundation

extension Failure {
    init(_ error: OutputFileError) {
        switch error {
        case .unsuitable(let path, let code):
            self.init(
                .usage,
                "Cannot write \(path): \(Failure.reason(code)). Nothing was sent; give --output a file in a folder "
                    + "that you may write to.")
        case .cannotWrite(let path, let code):
            self.init(
                .failed,
                "Cannot write \(path): \(Failure.reason(code)). What was there before is unchanged; "
                    + "make room or give --output another file.")
        }
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
