import Testing

@testable import SandboxServer

@Suite struct SeedDataTests {
    @Test func idsDiffer() {
        let seed = SeedData()
        let applications = seed.applications + [AssignedIdentity.own, .assigned].map(\.application)
        #expect(Set(applications.map(\.id)).count == applications.count)
        #expect(Set(seed.accounts.map(\.uid)).count == seed.accounts.count)
        #expect(Set(seed.tenants.map(\.id)).count == seed.tenants.count)
    }

    @Test func registrationIsChangedWhicheverCaseItsIDHas() {
        let sandbox = SandboxState(port: 0, options: SandboxOptions())
        sandbox.removeNativeClientRedirect(of: .commandLine)
        let id = AppRegistration.commandLine.id
        #expect(sandbox.application(id: id)?.hasNativeClientRedirect == false)
        #expect(sandbox.application(id: id.uppercased())?.hasNativeClientRedirect == false)
        #expect(sandbox.application(id: AppRegistration.notebook.id)?.hasNativeClientRedirect == true)
    }
}
