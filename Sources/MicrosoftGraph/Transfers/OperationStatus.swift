import Foundation

/// What a monitor's document says about its operation.
///
/// Services spell it their own ways: `status` of a drive's copy is `completed`, that of Teams `succeeded`.
struct OperationStatus: Hashable {
    enum State: Hashable { case running, done, failed(String) }

    let state: State
    /// From 0 to 100.
    let percent: Double?

    /// Nil for what is not such a document: the resource itself, or no JSON object at all.
    init?(_ body: Data) {
        guard let object = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any],
            let status = object["status"] as? String
        else { return nil }
        percent = (object["percentageComplete"] as? NSNumber).map(\.doubleValue)
        switch status.lowercased() {
        case "completed", "succeeded": state = .done
        case "failed", "cancelled", "canceled", "deletefailed", "updatefailed":
            state = .failed(Self.reason(object, status))
        case "notstarted", "inprogress", "running", "waiting", "updating", "deletepending", "updatepending":
            state = .running
        default: return nil
        }
    }

    private static func reason(_ object: [String: Any], _ status: String) -> String {
        let error = object["error"] as? [String: Any]
        let said = [error?["code"], error?["message"] ?? object["statusDescription"]].compactMap { $0 as? String }
        return ([status] + said.filter { !$0.isEmpty }).joined(separator: ": ")
    }
}
