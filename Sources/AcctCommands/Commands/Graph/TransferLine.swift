/// How far an upload or a download is: `Sent 20.0 of 100.0 MiB (20 %), 5.1 MiB/s`.
struct TransferLine {
    let verb: String
    /// Bytes, those of an earlier run included.
    let count: Int
    /// Bytes of an earlier run.
    var before = 0
    /// Nil where nobody says how many there will be.
    let total: Int?
    let elapsed: Duration

    var text: String {
        let percent = total.map { " (\($0 > 0 ? min(count * 100 / $0, 100) : 100) %)" } ?? ""
        let rate = Double(max(count - before, 0)) / max(elapsed / .seconds(1), 0.001)
        return "\(verb) \(amount)\(percent), \(mebibytes(rate)) MiB/s"
    }

    var amount: String {
        let whole = total.map { " of \(mebibytes(Double($0)))" } ?? ""
        return "\(mebibytes(Double(count)))\(whole) MiB"
    }

    private func mebibytes(_ bytes: Double) -> String {
        let tenths = Int(bytes * 10 / 1_048_576)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
