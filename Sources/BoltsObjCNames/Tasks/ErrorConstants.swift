internal import BoltsFoundation
internal import BoltsTasks

/// The `NSError` domain of an aggregate error.
@available(*, deprecated, renamed: "AggregateError.errorDomain")
public let BFTaskErrorDomain = AggregateError.errorDomain

/// The `NSError` code of an aggregate error.
@available(*, deprecated, renamed: "AggregateError.multipleErrorsCode")
public let kBFMultipleErrorsError = AggregateError.multipleErrorsCode

/// The key of the errors in the user info of an aggregate error.
@available(*, deprecated, renamed: "AggregateError.errorsKey")
public let BFTaskMultipleErrorsUserInfoKey = AggregateError.errorsKey
