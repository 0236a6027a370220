# A driver of the oracle: Ruby's URI, or Addressable. ruby oracle/drivers/ruby.rb uri|addressable
require "json"
require "uri"
require "addressable/uri"

STANDARD = ARGV[0] == "uri"
READER = STANDARD ? URI : Addressable::URI

def answered(question)
  return { version: STANDARD ? "#{URI::VERSION} of Ruby #{RUBY_VERSION}" : Addressable::VERSION::STRING } if question["operation"] == "version"
  uri = READER.parse(question["text"])
  case question["operation"]
  when "resolve" then { accepted: true, result: READER.join(question["base"], question["text"]).to_s }
  when "normalize" then { accepted: true, result: uri.normalize.to_s }
  else
    { accepted: true, scheme: uri.scheme, userinfo: uri.userinfo, host: uri.host, query: uri.query,
      fragment: uri.fragment, written: uri.to_s }
  end
rescue StandardError => error
  { accepted: false, error: error.class.name }
end

$stdout.sync = true
$stdin.each_line { |line| puts JSON.generate(answered(JSON.parse(line)), ascii_only: true) }
