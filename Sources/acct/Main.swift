import AcctCommands

@main
enum Main {
    static func main() {
        AcctCommand.runToExit()
    }
}
