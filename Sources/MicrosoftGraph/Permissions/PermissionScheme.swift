/// For whom a permission is: Graph lists its permissions for each of these apart.
public enum PermissionScheme: String, Sendable, CaseIterable {
    /// An app acts for a person with an Entra account.
    case delegatedWork
    /// An app acts for a person with a Microsoft account.
    case delegatedPersonal
    /// An app acts for itself.
    case application
}
