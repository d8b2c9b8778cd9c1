// Re-exports what most programs need, so that a file that imports `Bolts` needs no other import.
@_exported public import BoltsAppLinks
@_exported public import BoltsAppLinksUI
@_exported public import BoltsWebView
@_exported public import BoltsFoundation
@_exported public import BoltsTasks
