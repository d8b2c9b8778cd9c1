// Who checks a site works with the files too: what they decide, and where in them a value is.
@_exported public import BoltsAssociations
