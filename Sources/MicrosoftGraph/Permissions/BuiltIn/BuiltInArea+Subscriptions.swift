extension BuiltInArea {
    /// Of requests that carry others. The form is that of ``PermissionRow``.
    static let subscriptionRows = """
        GET,POST /subscriptions | ? | ? | ? # It is the scope that reads what is subscribed to.
        GET,PATCH,DELETE /subscriptions/{id} | ? | ? | ? # It is the scope that reads what is subscribed to.
        POST /$batch | ? | ? | ? # Each request in the batch needs its own.
        """
}
