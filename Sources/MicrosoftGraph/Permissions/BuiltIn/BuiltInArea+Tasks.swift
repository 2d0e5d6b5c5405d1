extension BuiltInArea {
    /// Of To Do and Planner. The form is that of ``PermissionRow``.
    static let taskRows = """
        GET /me/todo/lists | Tasks.Read | = | Tasks.Read.All
        POST /me/todo/lists | Tasks.ReadWrite | = | Tasks.ReadWrite.All
        GET /me/todo/lists/delta | Tasks.ReadWrite | = | Tasks.Read.All
        GET /me/todo/lists/{id} | Tasks.Read | = | Tasks.Read.All
        PATCH /me/todo/lists/{id} | Tasks.ReadWrite | = | Tasks.ReadWrite.All
        GET /me/todo/lists/{id}/tasks | Tasks.Read | = | Tasks.Read.All
        POST /me/todo/lists/{id}/tasks | Tasks.ReadWrite | = | Tasks.ReadWrite.All
        GET /me/todo/lists/{id}/tasks/{id} | Tasks.Read | = | Tasks.Read.All
        PATCH,DELETE /me/todo/lists/{id}/tasks/{id} | Tasks.ReadWrite | = | Tasks.ReadWrite.All
        GET /me/todo/lists/{id}/tasks/{id}/checklistItems,linkedResources,attachments | Tasks.Read | = | \
            Tasks.Read.All
        POST /me/todo/lists/{id}/tasks/{id}/checklistItems,linkedResources,attachments | Tasks.ReadWrite | = | \
            Tasks.ReadWrite.All
        GET /me/todo/lists/{id}/tasks/{id}/checklistItems/{id} | Tasks.Read | = | Tasks.Read.All
        PATCH,DELETE /me/todo/lists/{id}/tasks/{id}/checklistItems/{id} | Tasks.ReadWrite | = | Tasks.ReadWrite.All
        GET /me/planner/tasks | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        GET /me/planner/plans | Tasks.Read, Group.Read.All! | - | -
        GET /planner/plans,buckets,tasks | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        POST /planner/plans,buckets,tasks | Tasks.ReadWrite, Group.ReadWrite.All! | - | Tasks.ReadWrite.All
        GET /planner/plans/{id} | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        PATCH,DELETE /planner/plans/{id} | Tasks.ReadWrite, Group.ReadWrite.All! | - | Tasks.ReadWrite.All
        GET /planner/plans/{id}/details,buckets,tasks | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        PATCH /planner/plans/{id}/details | Tasks.ReadWrite, Group.ReadWrite.All! | - | Tasks.ReadWrite.All
        GET /planner/buckets/{id} | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        PATCH,DELETE /planner/buckets/{id} | Tasks.ReadWrite, Group.ReadWrite.All! | - | Tasks.ReadWrite.All
        GET /planner/buckets/{id}/tasks | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        GET /planner/tasks/{id} | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        PATCH,DELETE /planner/tasks/{id} | Tasks.ReadWrite, Group.ReadWrite.All! | - | Tasks.ReadWrite.All
        GET /planner/tasks/{id}/details | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        PATCH /planner/tasks/{id}/details | Tasks.ReadWrite, Group.ReadWrite.All! | - | Tasks.ReadWrite.All
        # Two marks that cannot be: deleting by reading, and reading by writing.
        ~DELETE /me/todo/lists/{id} | Tasks.ReadWrite | = | Tasks.ReadWrite.All
        ~GET /me/todo/lists/{id}/tasks/delta | Tasks.Read | = | Tasks.Read.All
        """
}
