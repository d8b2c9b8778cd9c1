/// The stored data of a key: opaque bytes, and the times that determine their use.
package struct IndexRecord: Hashable, Sendable {
    /// The version of the payload's form.
    ///
    /// A node treats a record with an unknown form as missing.
    package var format: Int16
    /// The bytes.
    package var payload: [UInt8]
    /// When the record was created, on the clock of the node that created it.
    package var storedAt: Timestamp
    /// Until when it can be used without a request.
    package var freshUntil: Timestamp
    /// When it can be deleted: after that it is useless as an answer and for revalidation.
    package var keepUntil: Timestamp

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - format: The version of the payload's form.
    ///   - payload: The bytes.
    ///   - storedAt: When it was created.
    ///   - freshUntil: Until when it can be used without a request.
    ///   - keepUntil: When it can be deleted.
    package init(format: Int16, payload: [UInt8], storedAt: Timestamp, freshUntil: Timestamp, keepUntil: Timestamp) {
        self.format = format
        self.payload = payload
        self.storedAt = storedAt
        self.freshUntil = freshUntil
        self.keepUntil = keepUntil
    }
}
