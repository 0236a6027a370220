// A driver of the oracle: Apache Jena's two readers of IRIs, jena-iri (RFC 3987 with violations) and jena-iri3986.
// javac -cp 'LIB/*' -d OUT oracle/drivers/JavaNetUri.java oracle/drivers/Jena.java && java -cp 'OUT:LIB/*' Jena iri|iri3986
import java.util.Map;
import org.apache.jena.iri.IRI;
import org.apache.jena.iri.IRIFactory;
import org.apache.jena.rfc3986.IRI3986;

public class Jena {
    private static final IRIFactory FACTORY = IRIFactory.uriImplementation();

    static String versionOf(Class<?> type) {
        String place = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return place.replaceAll(".*-([0-9.]+)\\.jar$", "$1");
    }

    static String iri(Map<String, String> question) throws Exception {
        String operation = question.get("operation");
        if (operation.equals("version")) {
            return "{\"version\": " + JavaNetUri.quoted(versionOf(IRI.class)) + "}";
        }
        IRI iri = FACTORY.construct(question.get("text"));
        return switch (operation) {
            case "resolve" -> JavaNetUri.accepted(
                "result", FACTORY.construct(question.get("base")).resolve(iri).toString());
            case "normalize" -> "{}";
            default -> JavaNetUri.accepted(
                "scheme", iri.getScheme(), "userinfo", iri.getRawUserinfo(), "host", iri.getRawHost(),
                "path", iri.getRawPath(), "query", iri.getRawQuery(), "fragment", iri.getRawFragment(),
                "written", iri.toString());
        };
    }

    static String iri3986(Map<String, String> question) throws Exception {
        String operation = question.get("operation");
        if (operation.equals("version")) {
            return "{\"version\": " + JavaNetUri.quoted(versionOf(IRI3986.class)) + "}";
        }
        IRI3986 iri = IRI3986.createSyntax(question.get("text"));
        return switch (operation) {
            case "resolve" -> JavaNetUri.accepted(
                "result", IRI3986.createSyntax(question.get("base")).resolve(iri).toString());
            case "normalize" -> JavaNetUri.accepted("result", iri.normalize().toString());
            default -> JavaNetUri.accepted(
                "scheme", iri.scheme(), "userinfo", iri.userInfo(), "host", iri.host(), "port", iri.port(),
                "path", iri.path(), "query", iri.query(), "fragment", iri.fragment(), "written", iri.toString());
        };
    }

    public static void main(String[] arguments) throws Exception {
        JavaNetUri.answerLines(arguments[0].equals("iri") ? Jena::iri : Jena::iri3986);
    }
}
