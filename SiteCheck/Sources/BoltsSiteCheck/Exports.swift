// Code that checks a site also needs the files' decisions and the places of values in them.
@_exported public import BoltsAssociations
