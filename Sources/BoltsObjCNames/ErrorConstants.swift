internal import BoltsFoundation
internal import BoltsTasks

/// The domain of several failures.
@available(*, deprecated, renamed: "AggregateError.errorDomain")
public let BFTaskErrorDomain = AggregateError.errorDomain

/// The code of several failures.
@available(*, deprecated, renamed: "AggregateError.multipleErrorsCode")
public let kBFMultipleErrorsError = AggregateError.multipleErrorsCode

/// The key of the errors in the user info of several failures.
@available(*, deprecated, renamed: "AggregateError.errorsKey")
public let BFTaskMultipleErrorsUserInfoKey = AggregateError.errorsKey
