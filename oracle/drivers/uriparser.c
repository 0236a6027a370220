/* A driver of the oracle: uriparser. cc -o uriparser oracle/drivers/uriparser.c -luriparser && ./uriparser */
#define _GNU_SOURCE
#include <uriparser/Uri.h>
#include "json_lines.h"

static void tell_range(const char *name, UriTextRangeA range) {
    tell(name, range.first, range.first ? (size_t)(range.afterLast - range.first) : 0);
}

static void tell_written(const char *name, const UriUriA *uri) {
    int length = 0;
    if (uriToStringCharsRequiredA(uri, &length) != URI_SUCCESS) return;
    char *text = malloc((size_t)length + 1);
    if (uriToStringA(text, uri, length + 1, NULL) == URI_SUCCESS) tell(name, text, strlen(text));
    free(text);
}

static void answer(struct question question) {
    UriUriA uri, base, target;
    const char *end;
    if (!strcmp(question.operation, "version")) {
        printf("\"version\": \"%d.%d.%d\"", URI_VER_MAJOR, URI_VER_MINOR, URI_VER_RELEASE);
        return;
    }
    if (uriParseSingleUriA(&uri, question.text, &end) != URI_SUCCESS) {
        printf("\"accepted\": false");
        return;
    }
    if (!strcmp(question.operation, "resolve")) {
        if (uriParseSingleUriA(&base, question.base, &end) != URI_SUCCESS) {
            printf("\"accepted\": false");
        } else {
            int done = uriAddBaseUriA(&target, &uri, &base) == URI_SUCCESS;
            printf("\"accepted\": %s", done ? "true" : "false");
            if (done) tell_written("result", &target);
            uriFreeUriMembersA(&target);
            uriFreeUriMembersA(&base);
        }
    } else if (!strcmp(question.operation, "normalize")) {
        int done = uriNormalizeSyntaxA(&uri) == URI_SUCCESS;
        printf("\"accepted\": %s", done ? "true" : "false");
        if (done) tell_written("result", &uri);
    } else {
        printf("\"accepted\": true");
        tell_range("scheme", uri.scheme);
        tell_range("userinfo", uri.userInfo);
        tell_range("host", uri.hostText);
        tell_range("port", uri.portText);
        tell_range("query", uri.query);
        tell_range("fragment", uri.fragment);
        tell_written("written", &uri);
    }
    uriFreeUriMembersA(&uri);
}

int main(void) { return answer_lines(answer); }
