/// The part of the screen that a picker draws on, below the line where the cursor was. It is erased in the end.
final class PickerDisplay {
    let terminal: RawTerminal
    /// The frame on the screen.
    private var drawn: PickerScreen.Frame?
    private var isEntered = false

    /// Bracketed paste (xterm): the line ends of a paste are not Enter.
    private static let bracketedPasteOn = "\u{1B}[?2004h"
    private static let bracketedPasteOff = "\u{1B}[?2004l"

    /// Nil without a terminal.
    init?() {
        guard let terminal = RawTerminal(on: .controllingTerminal) else { return nil }
        self.terminal = terminal
        enter()
    }

    deinit { leave() }

    private func enter() {
        terminal.write(Self.bracketedPasteOn)
        isEntered = true
    }

    /// Draws a frame over the one before.
    func draw(_ frame: PickerScreen.Frame) {
        terminal.write(frame.drawn(over: drawn, in: terminal.size))
        drawn = frame
    }

    private func erase() {
        guard isEntered else { return }
        terminal.write((drawn?.erasing(in: terminal.size) ?? "") + Self.bracketedPasteOff)
        (drawn, isEntered) = (nil, false)
    }

    /// Erases the frame and leaves the terminal as it was found.
    func leave() {
        erase()
        terminal.leave()
    }

    /// Erases the frame and stops the process, as Ctrl-Z asks for. Returns when the process continues.
    ///
    /// - Returns: false when the terminal is gone.
    func suspend() -> Bool {
        erase()
        guard terminal.suspend() else { return false }
        enter()
        return true
    }
}
