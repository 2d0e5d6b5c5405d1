extension BuiltInArea {
    /// Of chats. The form is that of ``PermissionRow``.
    static let chatRows = """
        GET /me/chats | Chat.ReadBasic | - | Chat.ReadBasic.All
        GET /me/chats/{id} | Chat.ReadBasic | - | Chat.ReadBasic.WhereInstalled
        GET /me/chats/{id}/messages | Chat.Read | - | Chat.Read.All
        GET /chats | Chat.ReadBasic | - | Chat.ReadBasic.All
        POST /chats | Chat.Create, Chat.ReadWrite | - | Chat.Create
        GET /chats/{id} | Chat.ReadBasic | - | Chat.ReadBasic.All
        PATCH /chats/{id} | Chat.ReadWrite | - | Chat.ReadWrite.All
        DELETE /chats/{id} | Chat.ManageDeletion.All! | - | =
        GET /chats/{id}/messages | Chat.Read | - | Chat.Read.All
        POST /chats/{id}/messages | ChatMessage.Send, Group.ReadWrite.All!, Chat.ReadWrite | - | \
            Teamwork.Migrate.All
        GET /chats/{id}/messages/{id} | Chat.Read, Group.Read.All! | - | Group.Read.All
        PATCH /chats/{id}/messages/{id} | Chat.ReadWrite, Group.ReadWrite.All! | - | Chat.UpdatePolicyViolation.All
        GET /chats/{id}/members | Chat.ReadBasic, ChatMember.Read! | - | ChatMember.Read.All
        POST /chats/{id}/members | ChatMember.ReadWrite!, Chat.ReadWrite | - | ChatMember.ReadWrite.All
        GET /chats/{id}/members/{id} | Chat.ReadBasic, ChatMember.Read! | - | ChatMember.Read.All
        DELETE /chats/{id}/members/{id} | ChatMember.ReadWrite! | - | ChatMember.ReadWrite.All
        POST /chats/{id}/sendActivityNotification | TeamsActivity.Send | - | =
        """
}
