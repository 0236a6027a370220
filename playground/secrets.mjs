// Whether a text may have a secret: the address of the page, which stays in the browser's history, does not keep it.
//
// The package knows secrets exactly, but Python is loaded later. So this finds rather too many, in linear time.

/** What the value of a name is a secret by, as in `reset_token=`. */
const NAME = /(pass|pwd|secret|token|cred|sig|key|auth|session|sid|jwt|otp|ticket|code|hmac|saml|bearer)[^=]{0,40}=/i;
/** Tokens: as long as those in the path of a webhook, or with one of the usual prefixes. */
const TOKEN = /\w{20}|\b(gh[a-z]_|github_pat|gl\w{2,4}-|xox[a-z]-|[rs]k_|npm_|pypi-|shp\w{2}_|dop_|hf_|eyJ|AKIA|AIza)/;

/** Whether there may be a password (a colon, but not of "://", and an "@" after it), a secret value or a token. */
export function mayHaveSecret(text) {
  const plain = decoded(decoded(text));
  const colon = plain.search(/:(?![\\/]{2})/);
  return (colon >= 0 && plain.lastIndexOf("@") > colon) || NAME.test(plain) || TOKEN.test(plain);
}

function decoded(text) {
  return text.replace(/%([0-7][0-9a-f])/gi, (triplet, digits) => String.fromCharCode(parseInt(digits, 16)));
}
