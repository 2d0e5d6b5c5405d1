/// What a person did at the keyboard, of the things that the picker understands.
enum Key: Hashable, Sendable {
    /// Typed or pasted, on one line and without controls.
    case text(String)
    case backspace, deleteWord, deleteAll
    case up, down, pageUp, pageDown, home, end
    case enter, escape
    /// Ctrl-D.
    case endOfInput
    /// Ctrl-C, where the terminal makes no signal of it.
    case interrupt
}
