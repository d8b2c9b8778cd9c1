#include <libxml/xmlversion.h>
// Debian's libxml2 would bring in ICU's headers, which collide with those of Foundation.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
