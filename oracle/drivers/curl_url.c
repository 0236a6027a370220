/* A driver of the oracle: libcurl's curl_url. cc -o curl_url oracle/drivers/curl_url.c -lcurl && ./curl_url
   Any scheme is allowed; none is guessed. */
#define _GNU_SOURCE
#include <curl/curl.h>
#include "json_lines.h"

static void tell_part(const char *name, CURLU *url, CURLUPart part) {
    char *text = NULL;
    if (curl_url_get(url, part, &text, 0) != CURLUE_OK) text = NULL;
    tell(name, text, text ? strlen(text) : 0);
    curl_free(text);
}

static void answer(struct question question) {
    if (!strcmp(question.operation, "version")) {
        printf("\"version\": \"%s\"", curl_version_info(CURLVERSION_NOW)->version);
        return;
    }
    CURLU *url = curl_url();
    int resolve = !strcmp(question.operation, "resolve");
    CURLUcode code = resolve ? curl_url_set(url, CURLUPART_URL, question.base, CURLU_NON_SUPPORT_SCHEME) : CURLUE_OK;
    if (code == CURLUE_OK) code = curl_url_set(url, CURLUPART_URL, question.text, CURLU_NON_SUPPORT_SCHEME);
    printf("\"accepted\": %s", code == CURLUE_OK ? "true" : "false");
    if (code != CURLUE_OK) {
        tell("error", curl_url_strerror(code), strlen(curl_url_strerror(code)));
    } else if (strcmp(question.operation, "parse")) {
        tell_part("result", url, CURLUPART_URL);
    } else {
        tell_part("scheme", url, CURLUPART_SCHEME);
        tell_part("host", url, CURLUPART_HOST);
        tell_part("port", url, CURLUPART_PORT);
        tell_part("query", url, CURLUPART_QUERY);
        tell_part("fragment", url, CURLUPART_FRAGMENT);
        tell_part("written", url, CURLUPART_URL);
    }
    curl_url_cleanup(url);
}

int main(void) { return answer_lines(answer); }
