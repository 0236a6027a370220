// A driver of the oracle: java.net.URI. java oracle/drivers/JavaNetUri.java
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class JavaNetUri {
    // The lines are objects of texts, in ASCII.
    private static final Pattern PAIR = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\": \"((?:[^\"\\\\]|\\\\.)*)\"");

    static String unescaped(String json) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < json.length(); at++) {
            char letter = json.charAt(at);
            if (letter != '\\') {
                text.append(letter);
                continue;
            }
            letter = json.charAt(++at);
            if (letter == 'u') {
                text.append((char) Integer.parseInt(json.substring(at + 1, at + 5), 16));
                at += 4;
            } else {
                int place = "btnfr".indexOf(letter);
                text.append(place < 0 ? letter : "\b\t\n\f\r".charAt(place));
            }
        }
        return text.toString();
    }

    static String quoted(String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder json = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
            json.append(letter >= ' ' && letter < 127 && letter != '"' && letter != '\\'
                ? String.valueOf(letter) : String.format("\\u%04x", (int) letter));
        }
        return json.append('"').toString();
    }

    static String answered(Map<String, String> question) {
        if (question.get("operation").equals("version")) {
            return "{\"version\": " + quoted(System.getProperty("java.version")) + "}";
        }
        try {
            URI uri = new URI(question.get("text"));
            if (question.get("operation").equals("resolve")) {
                return "{\"accepted\": true, \"result\": " + quoted(new URI(question.get("base")).resolve(uri).toString()) + "}";
            }
            return "{\"accepted\": true, \"scheme\": " + quoted(uri.getScheme())
                + ", \"fragment\": " + quoted(uri.getRawFragment()) + "}";
        } catch (Exception refusal) {
            return "{\"accepted\": false, \"error\": " + quoted(refusal.getClass().getSimpleName()) + "}";
        }
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "US-ASCII"));
        PrintStream out = new PrintStream(System.out, true, "US-ASCII");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<String, String> question = new HashMap<>();
            Matcher pair = PAIR.matcher(line);
            while (pair.find()) {
                question.put(unescaped(pair.group(1)), unescaped(pair.group(2)));
            }
            out.println(answered(question));
        }
    }
}
