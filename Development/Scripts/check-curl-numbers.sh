#!/usr/bin/env bash
# Compares the numbers and records of Sources/CBoltsCurl with libcurl's own headers, for any version of them.
. "$(dirname "$0")/project.sh"

declared=$LIBRARY/CBoltsCurl/include/CBoltsCurl.h
# The oldest headers do not have these names.
newer='CURL_VERSION_THREADSAFE|CURLE_TOO_LARGE|CURLE_PROXY|CURLE_SSL_CLIENTCERT'
program=$(mktemp -d)/check.c
trap 'rm -r "$(dirname "$program")"' EXIT
{
    echo '#include "CBoltsCurl.c"'
    echo '#include <curl/curl.h>'
    echo '#include <stddef.h>'
    sed -n 's/^ *\(bolts_\(curl[a-z0-9_]*\)\) = .*/\1 \2/p' "$declared" | while read -r ours theirs; do
        theirs=$(tr '[:lower:]' '[:upper:]' <<<"$theirs" | sed 's/TLSV1_2/TLSv1_2/')
        if grep -qE "^($newer)$" <<<"$theirs" && ! grep -rqw "$theirs" "${@:-/usr/include}" 2>/dev/null; then
            continue
        fi
        echo "_Static_assert((long)$ours == (long)$theirs, \"$theirs\");"
    done
    for pair in version_info:curl_version_info_data message:CURLMsg socket_address:'struct curl_sockaddr'; do
        for field in $(case ${pair%%:*} in
            version_info) echo version version_num features ;;
            message) echo msg data ;;
            socket_address) echo family addrlen addr ;;
        esac); do
            echo "_Static_assert(offsetof(${pair%%:*}, $field) == offsetof(${pair#*:}, $field), \"$pair.$field\");"
        done
    done
    echo '_Static_assert(offsetof(message, easy) == offsetof(CURLMsg, easy_handle), "CURLMsg.easy_handle");'
    echo '_Static_assert(message_done == CURLMSG_DONE, "CURLMSG_DONE");'
    echo '_Static_assert(purpose_ip_connection == CURLSOCKTYPE_IPCXN, "CURLSOCKTYPE_IPCXN");'
    echo '_Static_assert(global_default == CURL_GLOBAL_DEFAULT, "CURL_GLOBAL_DEFAULT");'
    for pair in multi_socketfunction:CURLMOPT_SOCKETFUNCTION multi_socketdata:CURLMOPT_SOCKETDATA \
        multi_timerfunction:CURLMOPT_TIMERFUNCTION multi_timerdata:CURLMOPT_TIMERDATA \
        poll_in:CURL_POLL_IN poll_out:CURL_POLL_OUT poll_remove:CURL_POLL_REMOVE \
        select_in:CURL_CSELECT_IN select_out:CURL_CSELECT_OUT select_error:CURL_CSELECT_ERR \
        socket_timeout:CURL_SOCKET_TIMEOUT; do
        echo "_Static_assert(${pair%%:*} == ${pair#*:}, \"${pair#*:}\");"
    done
} >"$program"
count=$(grep -c '^_Static_assert' "$program")
if [ "$count" -lt 60 ]; then
    echo "$declared: only $count numbers were found; has its layout changed?" >&2
    exit 1
fi
clang -fsyntax-only -Wno-deprecated-declarations "-I$LIBRARY/CBoltsCurl" "-I$LIBRARY/CBoltsCurl/include" "${@/#/-I}" "$program"
echo "libcurl's headers agree with $count numbers"
