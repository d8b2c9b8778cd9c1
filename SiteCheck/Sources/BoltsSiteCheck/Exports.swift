// Code that checks a site also uses the files: their decisions, and the places of values in them.
@_exported public import BoltsAssociations
