/* What the drivers in C share: a question is an object of texts, in ASCII; an answer is printed part by part. */
#ifndef JSON_LINES_H
#define JSON_LINES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned unit(const char *hex) {
    char digits[5] = {hex[0], hex[1], hex[2], hex[3], 0};
    return (unsigned)strtoul(digits, NULL, 16);
}

/* The text at `json`, which stands after its first quote, as UTF-8 written over itself; what follows it in `json`. */
static char *unescaped(char **json) {
    char *from = *json, *to = *json, *start = *json;
    while (*from != '"' && *from) {
        if (*from != '\\') {
            *to++ = *from++;
            continue;
        }
        from++;
        if (*from != 'u') {
            const char *place = strchr("b\bt\tn\nf\fr\r", *from);
            *to++ = place && *from > ' ' && strchr("btnfr", *from) ? place[1] : *from;
            from++;
            continue;
        }
        unsigned code = unit(from + 1);
        from += 5;
        if (code >= 0xD800 && code < 0xDC00 && from[0] == '\\' && from[1] == 'u') {
            code = 0x10000 + ((code - 0xD800) << 10) + (unit(from + 2) - 0xDC00);
            from += 6;
        }
        if (code < 0x80) {
            *to++ = (char)code;
        } else {
            int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
            *to++ = (char)((0xF00 >> more) | (code >> (6 * more)));
            while (more--) *to++ = (char)(0x80 | ((code >> (6 * more)) & 0x3F));
        }
    }
    *json = *from ? from + 1 : from;
    *to = 0;
    return start;
}

/* , "name": the text of so many octets, those beyond ASCII as Latin-1 would have them; null where there is no text. */
static void tell(const char *name, const char *text, size_t length) {
    printf(", \"%s\": ", name);
    if (!text) {
        printf("null");
        return;
    }
    putchar('"');
    for (size_t at = 0; at < length; at++) {
        unsigned char octet = (unsigned char)text[at];
        if (octet >= ' ' && octet < 127 && octet != '"' && octet != '\\') putchar(octet);
        else printf("\\u%04x", octet);
    }
    putchar('"');
}

struct question {
    char *operation, *text, *base;
};

static struct question read_question(char *line) {
    struct question found = {"", "", ""};
    for (char *rest = strchr(line, '"'); rest; rest = strchr(rest, '"')) {
        rest++;
        char *name = unescaped(&rest);
        rest = strchr(rest, '"');
        if (!rest) break;
        rest++;
        char *value = unescaped(&rest);
        if (!strcmp(name, "operation")) found.operation = value;
        if (!strcmp(name, "text")) found.text = value;
        if (!strcmp(name, "base")) found.base = value;
    }
    return found;
}

/* Answer every line of standard input by `answer`, which prints what follows {"accepted": or a whole object's inside. */
static int answer_lines(void (*answer)(struct question)) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        putchar('{');
        answer(read_question(line));
        puts("}");
        fflush(stdout);
    }
    free(line);
    return 0;
}

#endif
