#!/usr/bin/env escript
%% A driver of the oracle: Erlang's uri_string. escript oracle/drivers/uri_string.escript
%% Its lines are objects of texts, read by hand: the oldest release that has uri_string has no JSON.
-mode(compile).

main(_) ->
    ok = io:setopts(standard_io, [binary, {encoding, latin1}]),
    loop().

loop() ->
    case io:get_line("") of
        Line when is_binary(Line) ->
            io:put_chars([object(answered(pairs(Line, []))), "\n"]),
            loop();
        _ -> ok
    end.

answered(Question) ->
    Text = proplists:get_value(<<"text">>, Question),
    try operation(proplists:get_value(<<"operation">>, Question), Text, Question)
    catch _:_ -> [{accepted, false}]
    end.

operation(<<"version">>, _, _) ->
    {ok, Name} = file:read_file(filename:join([code:root_dir(), "releases", erlang:system_info(otp_release), "OTP_VERSION"])),
    [{version, string:trim(Name)}];
operation(<<"resolve">>, Text, Question) ->
    result(uri_string:resolve(Text, proplists:get_value(<<"base">>, Question)));
operation(<<"normalize">>, Text, _) ->
    result(uri_string:normalize(Text));
operation(<<"parse">>, Text, _) ->
    case uri_string:parse(Text) of
        {error, _, _} -> [{accepted, false}];
        Map ->
            Written = [{written, Each} || Each <- [uri_string:recompose(Map)], is_binary(Each)],
            Told = [{Key, maps:get(Key, Map, null)} || Key <- [scheme, userinfo, host, path, query, fragment]],
            [{accepted, true}, {port, port(maps:get(port, Map, null))} | Told] ++ Written
    end.

port(Port) when is_integer(Port) -> integer_to_binary(Port);
port(undefined) -> <<>>;
port(null) -> null.

result(Text) when is_binary(Text) -> [{accepted, true}, {result, Text}];
result(_) -> [{accepted, false}].

%% "key": "value" pairs of a line.
pairs(Line, Found) ->
    case binary:split(Line, <<"\"">>) of
        [_, Rest] ->
            {Key, After} = quoted(Rest, []),
            [_, Begun] = binary:split(After, <<"\"">>),
            {Value, Left} = quoted(Begun, []),
            pairs(Left, [{Key, Value} | Found]);
        [_] -> Found
    end.

quoted(<<"\"", Rest/binary>>, Units) ->
    {unicode:characters_to_binary(iolist_to_binary(lists:reverse(Units)), {utf16, big}), Rest};
quoted(<<"\\u", Hex:4/binary, Rest/binary>>, Units) ->
    quoted(Rest, [<<(binary_to_integer(Hex, 16)):16>> | Units]);
quoted(<<"\\", Letter, Rest/binary>>, Units) ->
    quoted(Rest, [<<0, (escape(Letter))>> | Units]);
quoted(<<Letter, Rest/binary>>, Units) ->
    quoted(Rest, [<<0, Letter>> | Units]).

escape($b) -> 8;
escape($t) -> 9;
escape($n) -> 10;
escape($f) -> 12;
escape($r) -> 13;
escape(Letter) -> Letter.

object(Pairs) ->
    ["{", lists:join(", ", [[$", atom_to_list(Key), "\": ", value(Value)] || {Key, Value} <- Pairs]), "}"].

value(Value) when is_atom(Value) -> atom_to_list(Value);
value(Value) ->
    Units = [Unit || <<Unit:16>> <= unicode:characters_to_binary(Value, utf8, {utf16, big})],
    [$", [io_lib:format("\\u~4.16.0b", [Unit]) || Unit <- Units], $"].
