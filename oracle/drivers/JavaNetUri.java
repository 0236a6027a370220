// A driver of the oracle: java.net.URI. java oracle/drivers/JavaNetUri.java
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.IDN;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class JavaNetUri {
    // The lines are objects of texts, in ASCII. Runs of plain characters are one step: a step for each overflows the stack.
    private static final String TEXT = "\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"";
    private static final Pattern PAIR = Pattern.compile(TEXT + ": " + TEXT);

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

    /** An accepted text's answer: its names and texts, in turn. */
    static String accepted(String... told) {
        StringBuilder json = new StringBuilder("{\"accepted\": true");
        for (int at = 0; at < told.length; at += 2) {
            json.append(", ").append(quoted(told[at])).append(": ").append(quoted(told[at + 1]));
        }
        return json.append('}').toString();
    }

    static String answered(Map<String, String> question) throws Exception {
        String operation = question.get("operation");
        if (operation.equals("version")) {
            return "{\"version\": " + quoted(System.getProperty("java.version")) + "}";
        }
        if (operation.equals("connect")) {
            return accepted("host", connected(new URL(question.get("text")).getHost()));
        }
        URI uri = new URI(question.get("text"));
        return switch (operation) {
            case "resolve" -> accepted("result", new URI(question.get("base")).resolve(uri).toString());
            case "normalize" -> accepted("result", uri.normalize().toString());
            default -> accepted(
                "scheme", uri.getScheme(), "fragment", uri.getRawFragment(), "written", uri.toString());
        };
    }

    /** The address or the name that is looked up for a host; nothing is looked up. */
    static String connected(String host) throws Exception {
        boolean isAddress = host.matches("[0-9a-fA-FxX.:\\[\\]]*[0-9\\]]\\.*");
        return isAddress ? InetAddress.getByName(host).getHostAddress() : IDN.toASCII(host, IDN.ALLOW_UNASSIGNED);
    }

    /** What answers a question; an exception is a refusal. */
    interface Driver {
        String answered(Map<String, String> question) throws Exception;
    }

    static String answeredOrRefused(Driver driver, Map<String, String> question) {
        try {
            return driver.answered(question);
        } catch (Exception refusal) {
            return "{\"accepted\": false, \"error\": " + quoted(refusal.getClass().getSimpleName()) + "}";
        }
    }

    public static void main(String[] arguments) throws Exception {
        answerLines(JavaNetUri::answered);
    }

    static void answerLines(Driver driver) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "US-ASCII"));
        PrintStream out = new PrintStream(System.out, true, "US-ASCII");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<String, String> question = new HashMap<>();
            Matcher pair = PAIR.matcher(line);
            while (pair.find()) {
                question.put(unescaped(pair.group(1)), unescaped(pair.group(2)));
            }
            out.println(answeredOrRefused(driver, question));
        }
    }
}
