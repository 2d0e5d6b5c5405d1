import CJq

/// The one thread that libjq is called on; whoever has work for it waits until it is done.
enum JQThread {
    static func run<Outcome>(_ work: () -> Outcome) -> Outcome {
        var outcome: [Outcome] = []
        let job = { outcome.append(work()) }
        withoutActuallyEscaping(job) { job in
            var job: () -> Void = job
            withUnsafeMutablePointer(to: &job) {
                cjq_perform({ $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, $0)
            }
        }
        return outcome[0]
    }
}
