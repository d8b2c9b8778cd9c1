extension CancellationToken {
    /// The tasks that a continuation with this token may be made to forward to.
    @inlinable @inline(__always)
    var forwarding: Forwarding { storage == nil ? .toTasksWithoutToken : .toTasksWithSameToken }
}
