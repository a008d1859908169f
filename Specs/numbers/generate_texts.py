"""The texts of generate.py: numbers to be read, and currency codes. Not run by itself."""

import json
from decimal import Decimal

NUMBER = ["", "-", "+", "+1", "--1", "-+1", ".5", "5.", "-.5", "-5.", ".", "01", "00", "-01",
          "00.5", "1.2.3", "1..2", "1,5", "1_000", " 1", "1 ", "1 2", "\u0661", "0x10", "1e", "1e+",
          "1e-", "1e1.5", "1e1e1", "e5", "-e5", "NaN", "nan", "Infinity", "-inf", "1f", "$1",
          "(1)", "1-", "1/2", "½", "−1", "1e 5", "1E+", "0.e1", "0.1e", "null", "true", "1\n", "٣.٥",
          "-0", "-0.00", "0", "0.0", "0e0", "0e400", "0e-400", "0.00e-40", "-0e5",
          "1", "-1", "1.50", "1e2", "1E2", "1e+2", "1e-2", "1.5e1", "1.50e1", "1.5e0", "1.50e-1",
          "100e-2", "100e-1", "12345678901234567890.12", "0.1", "0.10", "10", "100.00",
          "999999999999999999", "9999999999999999999", "18446744073709551615",
          "18446744073709551616", "9223372036854775807", "9223372036854775808",
          "-9223372036854775808", "-999999999999999999.9", "0.000000000000000001",
          "0.0000000000000000001", "1e35", "1e36", "-1e35", "-1e36", "1e-36", "1e-37", "10e-37",
          "1e400", "1e-400", "1e99999999999999999999999", "1e-99999999999999999999999",
          "0e99999999999999999999999", "1e0000000000000000000000000001", "1e-0", "1E-036",
          "9" * 36, "9" * 37, "1" + "0" * 35, "1" + "0" * 36, "0." + "9" * 36, "0." + "9" * 37,
          "1." + "0" * 35, "1." + "0" * 36, "1." + "0" * 400, "1." + "0" * 400 + "1",
          "0." + "0" * 35 + "1", "0." + "0" * 36 + "1", "0." + "0" * 400, "-0." + "0" * 400,
          "0." + "0" * 40 + "1e41", "0." + "0" * 400 + "1e401", "1" + "0" * 400 + "e-400",
          "1" + "0" * 400, "1" + "0" * 400 + "e-401", "1234" + "0" * 40 + "e-42",
          "12" * 18 + ".0", "12" * 18 + ".00", "12" * 18 + ".01", "12" * 18 + ".1",
          "1" * 20 + "." + "2" * 16, "1" * 20 + "." + "2" * 17, "1" * 20 + "." + "2" * 16 + "00",
          "123456789012345678", "1234567890123456789", "12345678.123456789", "0.123456789012345678"]


def syntax_offset(text):
    """Where JSON's number grammar breaks, by a little machine of its own; None where it holds."""
    data, state = text.encode(), "start"
    step = {
        "start": {"-": "minus", "0": "zero", "1": "whole"},
        "minus": {"0": "zero", "1": "whole"},
        "zero": {".": "point", "e": "power"},
        "whole": {"0": "whole", "1": "whole", ".": "point", "e": "power"},
        "point": {"0": "fraction", "1": "fraction"},
        "fraction": {"0": "fraction", "1": "fraction", "e": "power"},
        "power": {"+": "sign", "-": "sign", "0": "digits", "1": "digits"},
        "sign": {"0": "digits", "1": "digits"},
        "digits": {"0": "digits", "1": "digits"},
    }
    for offset, byte in enumerate(data):
        kind = chr(byte)
        kind = "1" if kind in "123456789" else "e" if kind == "E" else kind
        if kind not in step[state]:
            return offset
        state = step[state][kind]
    return None if state in ("zero", "whole", "fraction", "digits") else len(data)


def read(text):
    """Coefficient and places, or a fault: what fits is kept as written, zeros go last."""
    if not text:
        return "!empty", "-"
    offset = syntax_offset(text)
    if offset is not None:
        return f"!syntax@{offset}", "-"
    mantissa, _, power = text.lower().partition("e")
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    coefficient, places = int(whole + fraction), len(fraction) - int(power or 0)
    if coefficient == 0:
        return 0, min(max(places, 0), 36)
    if places < -400 or places > 1000:
        return ("!tooManyDigits" if places < 0 else "!tooManyPlaces"), "-"
    if places < 0:
        coefficient, places = coefficient * 10**-places, 0
    while places > 0 and coefficient % 10 == 0 and (places > 36 or coefficient >= 10**36):
        coefficient, places = coefficient // 10, places - 1
    if places > 36:
        return "!tooManyPlaces", "-"
    if coefficient >= 10**36:
        return "!tooManyDigits", "-"
    return (-coefficient if text[0] == "-" else coefficient), places


def random_text(dice):
    digits = "".join(dice.choice("0123456789") for _ in range(dice.randrange(1, 40)))
    whole = digits[:dice.randrange(1, len(digits) + 1)]
    fraction = digits[len(whole):]
    text = dice.choice(["", "-"]) + (whole.lstrip("0") or "0")
    text += "." + fraction if fraction else ""
    if dice.random() < 0.3:
        text += dice.choice("eE") + dice.choice(["", "+", "-"]) + str(dice.randrange(40))
    if dice.random() < 0.15:
        at = dice.randrange(len(text) + 1)
        text = text[:at] + dice.choice(".-+e0 x,") + text[at:]
    return text


def numbers(dice):
    texts = NUMBER + [random_text(dice) for _ in range(300)]
    rows = []
    for text in texts:
        coefficient, places = read(text)
        if not str(coefficient).startswith("!"):
            json.loads(text)
            if len(text.lower().partition("e")[2]) < 6:
                assert Decimal(coefficient).scaleb(-places) == Decimal(text), text
        rows.append((json.dumps(text), coefficient, places))
    return rows


ISO = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD "
       "CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS "
       "GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD "
       "LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB "
       "PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP "
       "SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW "
       "ZWG",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
    8: "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX",
}
WITHDRAWN = {0: "ESP ITL LUF TRL BYR", 2: "ANG BGN DEM FRF HRK NLG SLL VEF ZWL CUC LTL"}
OTHER = {6: "USDT USDC XRP ADA", 8: "BTC DOGE LTC QQQ AAAA A 1INCH X-Y A.B A_B ABCDEFGH ZZZ 007 USD1",
         9: "SOL", 18: "ETH BNB DAI LINK"}
BAD = [("", "empty"), ("ABCDEFGHI", "tooLong"), ("usd", "lowercase@0"), ("USd", "lowercase@2"),
       ("US", None), ("-US", "badCharacter@0"), (".US", "badCharacter@0"), ("_", "badCharacter@0"),
       ("U D", "badCharacter@1"), ("US ", "badCharacter@2"), (" US", "badCharacter@0"),
       ("US$", "badCharacter@2"), ("US/D", "badCharacter@2"), ("€", "badCharacter@0"),
       ("EÜR", "badCharacter@1"), ("USDt", "lowercase@3"), ("A\u0000B", "badCharacter@1"),
       ("USD\n", "badCharacter@3"), ("UＳD", "badCharacter@1"), ("U@D", "badCharacter@1"),
       ("U[D", "badCharacter@1"), ("U`D", "badCharacter@1"), ("U{D", "badCharacter@1")]


def currencies():
    rows = []
    for table, is_iso in ((ISO, True), (WITHDRAWN, True), (OTHER, False)):
        for places, codes in table.items():
            for code in codes.split():
                tolerance = "0." + "0" * places + "5"
                rows.append((json.dumps(code), places, str(is_iso).lower(), tolerance))
    for code, fault in BAD:
        if fault:
            rows.append((json.dumps(code), "!" + fault, "-", "-"))
    return rows
