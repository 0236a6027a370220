/* What trurl has the URL API of libcurl do for each line: a part is set, appended to or read (benches/README.md).
   cc -O2 -o curl_edit benches/curl_edit.c -lcurl && ./curl_edit host|get|pair < lines.txt */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "host";
    char *line = NULL; size_t room = 0; ssize_t got;
    static char out[1 << 20]; setvbuf(stdout, out, _IOFBF, sizeof out);
    while ((got = getline(&line, &room, stdin)) > 0) {
        while (got && (line[got - 1] == '\n' || line[got - 1] == '\r')) line[--got] = 0;
        CURLU *url = curl_url();
        if (curl_url_set(url, CURLUPART_URL, line, CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE) == CURLUE_OK) {
            char *text = NULL;
            if (!strcmp(what, "host")) curl_url_set(url, CURLUPART_HOST, "example.com", 0);
            else if (!strcmp(what, "pair")) curl_url_set(url, CURLUPART_QUERY, "x=2", CURLU_APPENDQUERY | CURLU_URLENCODE);
            CURLUPart part = !strcmp(what, "get") ? CURLUPART_HOST : CURLUPART_URL;
            if (curl_url_get(url, part, &text, 0) == CURLUE_OK) { fputs(text, stdout); putchar('\n'); }
            curl_free(text);
        }
        curl_url_cleanup(url);
    }
    free(line);
    return 0;
}
