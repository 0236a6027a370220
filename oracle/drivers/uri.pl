# A driver of the oracle: Perl's URI. perl oracle/drivers/uri.pl
use strict;
use warnings;
use JSON::PP;
use URI;

$| = 1;
my $json = JSON::PP->new->ascii->canonical;

sub answered {
    my ($operation, $text, $base) = @{ $_[0] }{qw(operation text base)};
    return { version => $URI::VERSION } if $operation eq "version";
    return { accepted => JSON::PP::true, result => "" . URI->new_abs($text, $base) } if $operation eq "resolve";
    my $uri = URI->new($text);
    return { accepted => JSON::PP::true, result => "" . $uri->canonical } if $operation eq "normalize";
    return {
        accepted => JSON::PP::true,
        written => "$uri",
        scheme => $uri->scheme,
        fragment => $uri->fragment,
        $uri->can("host") ? (host => $uri->host) : (),
    };
}

while (my $line = <STDIN>) {
    my $answer = eval { answered($json->decode($line)) } || { accepted => JSON::PP::false, error => "$@" };
    print $json->encode($answer), "\n";
}
