import AcctCommands

@main
enum Main {
    static func main() async {
        await AcctCommand.runToExit()
    }
}
