import Foundation
import Testing

/// A folder with files, removed at the end of the test.
final class TemporaryTree {
    /// With symbolic links resolved.
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/acct-tree-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let resolved = try #require(realpath(folder, nil))
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    @discardableResult
    func folder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
        return "\(path)/\(name)"
    }

    @discardableResult
    func file(_ name: String, _ content: String, mode: mode_t = 0o644) throws -> String {
        try file(name, Array(content.utf8), mode: mode)
    }

    @discardableResult
    func file(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o644) throws -> String {
        let place = "\(path)/\(name)"
        let parent = try #require(place.range(of: "/", options: .backwards))
        try FileManager.default.createDirectory(
            atPath: String(place[..<parent.lowerBound]), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: place))
        try #require(chmod(place, mode) == 0)
        return place
    }

    @discardableResult
    func link(_ name: String, to target: String) throws -> String {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
        return "\(path)/\(name)"
    }
}
