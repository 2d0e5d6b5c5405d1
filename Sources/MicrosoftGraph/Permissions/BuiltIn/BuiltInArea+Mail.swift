extension BuiltInArea {
    /// Of mailboxes. The form is that of ``PermissionRow``.
    static let mailRows = """
        GET /me/messages | Mail.ReadBasic | = | Mail.ReadBasic.All # Bodies and attachments need Mail.Read.
        POST /me/messages,mailFolders | Mail.ReadWrite | = | =
        GET /me/messages/{id} | Mail.Read, Mail.ReadBasic | = | Mail.Read
        PATCH,DELETE /me/messages/{id} | Mail.ReadWrite | = | =
        GET /me/messages/{id}/attachments | Mail.Read | = | =
        POST /me/messages/{id}/attachments,copy,move,createReply,createReplyAll,createForward | Mail.ReadWrite | = | \
            =
        POST /me/messages/{id}/send,reply,replyAll,forward | Mail.Send | = | =
        POST /me/sendMail | Mail.Send | = | =
        GET /me/mailFolders | Mail.ReadBasic | = | Mail.ReadBasic.All
        GET /me/mailFolders/delta | Mail.ReadBasic | = | Mail.ReadBasic.All
        GET /me/mailFolders/{id} | Mail.ReadBasic | = | Mail.ReadBasic.All
        PATCH,DELETE /me/mailFolders/{id} | Mail.ReadWrite | = | =
        GET /me/mailFolders/{id}/childFolders,messages | Mail.ReadBasic | = | Mail.ReadBasic.All
        POST /me/mailFolders/{id}/childFolders,messages,move,copy | Mail.ReadWrite | = | =
        GET /me/mailFolders/{id}/messages/delta | Mail.ReadBasic | = | Mail.ReadBasic.All
        GET /me/mailFolders/{id}/messages/{id} | Mail.Read, Mail.ReadBasic | = | Mail.Read
        PATCH,DELETE /me/mailFolders/{id}/messages/{id} | Mail.ReadWrite | = | =
        GET /me/inferenceClassification/overrides | Mail.Read | = | =
        POST /me/inferenceClassification/overrides | Mail.ReadWrite | = | =
        GET /me/mailboxSettings | MailboxSettings.Read | = | =
        PATCH /me/mailboxSettings | MailboxSettings.ReadWrite | = | =
        GET /me/outlook/masterCategories | MailboxSettings.Read | = | =
        POST /me/outlook/masterCategories | MailboxSettings.ReadWrite | = | =
        GET /me/outlook/masterCategories/{id} | MailboxSettings.Read | = | =
        PATCH,DELETE /me/outlook/masterCategories/{id} | MailboxSettings.ReadWrite | = | =
        GET /me/outlook/supportedLanguages,supportedTimeZones | User.Read, User.ReadBasic.All | User.Read | \
            User.Read.All
        POST /me/getMailTips | Mail.Read, Mail.Read.Shared, MailTips.ReadBasic.Shared | Mail.Read, \
            MailTips.ReadBasic.Shared | Mail.Read
        # Uploads to a message are of the mailbox; the list marks the calendar's scope first.
        ~POST /me/messages/{id}/attachments/createUploadSession | Mail.ReadWrite | = | =
        """
}
