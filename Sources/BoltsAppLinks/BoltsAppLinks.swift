// An app that imports BoltsAppLinks works with pages too: their tags, and how they are fetched.
@_exported public import BoltsPageFetching
@_exported public import BoltsPageMetadata
