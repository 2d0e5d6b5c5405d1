/// The ordered failures that have not happened yet, in the order they were ordered.
final class Faults {
    private var pending: [Fault] = []

    func add(_ fault: Fault) {
        pending.append(fault)
    }

    func removeAll() {
        pending = []
    }

    /// The fault this request meets, which is used up by that.
    func next(on target: Fault.Target?) -> Fault? {
        guard let index = pending.firstIndex(where: { $0.target == target }) else { return nil }
        guard pending[index].skips == 0 else {
            pending[index].skips -= 1
            return nil
        }
        pending[index].times -= 1
        let fault = pending[index]
        if fault.times <= 0 { pending.remove(at: index) }
        return fault
    }
}
