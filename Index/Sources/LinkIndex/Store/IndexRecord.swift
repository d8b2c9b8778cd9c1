/// What a store keeps for a key: bytes that it does not look into, and the times that decide about them.
///
/// ```swift
/// let now = Timestamp.now
/// let record = IndexRecord(
///     format: 1, payload: Array("{}".utf8), storedAt: now, freshUntil: now + .seconds(60), keepUntil: now + .seconds(600)
/// )
/// print(record.payload.count)
/// ```
package struct IndexRecord: Hashable, Sendable {
    /// The version of the payload's form.
    ///
    /// A node treats a record of a form that it does not know as missing.
    package var format: Int16
    /// The bytes.
    package var payload: [UInt8]
    /// When the record was made, on the clock of the node that made it.
    package var storedAt: Timestamp
    /// Until when it can be used without a request.
    package var freshUntil: Timestamp
    /// When it can be deleted: it then serves neither as an answer nor for revalidation.
    package var keepUntil: Timestamp

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - format: The version of the payload's form.
    ///   - payload: The bytes.
    ///   - storedAt: When it was made.
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
