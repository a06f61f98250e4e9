/** Bytes as text: whatever program of whatever year wrote them, its words come out. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { charsetOf, decodeText } from "../../../src/kernel/decode-text.ts";

/** Bytes of a text in which each letter is one byte, by its number: Latin-1. */
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const wide = (text: string): Uint8Array =>
  Uint8Array.from(text.split("").flatMap((char) => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]));

/** A text's bytes in an encoding that has at most two bytes a letter. */
function encoded(label: string, text: string): Uint8Array {
  const decoder = new TextDecoder(label);
  const bytes = new Map<string, number[]>();
  const put = (...code: number[]): void => {
    const letter = decoder.decode(Uint8Array.from(code));
    if (Array.from(letter).length === 1 && letter !== "\ufffd" && !bytes.has(letter)) bytes.set(letter, code);
  };
  for (let one = 0; one < 256; one++) put(one);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) put(lead, trail);
  return Uint8Array.from(Array.from(text).flatMap((letter) => bytes.get(letter) ?? []));
}

describe("bytes as text", () => {
  it.each([
    ["shift_jis", "会社名,電話\n桜の木不動産,03-1234\nさくらホーム,042\n"],
    ["euc-jp", "お世話になっております。台所の水漏れがひどくなりました。"],
    ["euc-kr", "이름,전화\n서울부동산,02-123\n"],
    ["windows-1251", "Имя,Телефон\nБерёза,412\nДом на Лесной,413\n"],
    ["koi8-r", "Имя,Телефон\nДом на Лесной,413\n"],
    ["windows-1253", "Όνομα,Τηλέφωνο\nΔιαρροή στην κουζίνα,412\nΠαπαδόπουλος – αύριο,413\n"],
    ["windows-1255", "שם,טלפון\nנזילה במטבח,412\nאנחנו מגיעים מחר בבוקר\n"],
    ["windows-1256", "الاسم،الهاتف\nتسرب في المطبخ,412\nسنصل غدا صباحا\n"],
    ["gbk", "公司名称,电话\n北京房产公司,010-123\n上海花店,021\n"],
    ["big5", "公司名稱,電話\n台北房屋公司,02-123\n花店\n"],
    ["windows-1250", "Dzień dobry, jutro o dziewiątej przyjdzie hydraulik. Proszę zostawić klucz."],
    ["windows-1250", "Imię i nazwisko,Telefon\nŁukasz Żółtowski,412\nZofia Śliwińska,413\n"],
    ["windows-1250", "Dobrý den, zítra přijde instalatér. Prosím nechte klíč u sousedů, děkuji."],
    ["windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy – ťuk"],
    ["windows-1250", "Dobrý deň, zajtra príde inštalatér. Nechajte kľúč u susedov, ďakujem."],
    [
      "windows-1250",
      "Jó napot! Holnap kilenckor jön a vízszerelő. Kérjük, hagyja a kulcsot a szomszédnál. Köszönjük. Ő fűtést is néz, idő kell hozzá.",
    ],
    [
      "windows-1250",
      "Bună ziua, mâine dimineaţă vine instalatorul. Vă rugăm să lăsaţi cheia la vecini. Mulţumim şi o zi bună",
    ],
    [
      "windows-1250",
      "Sutra dolazi vodoinstalater. Ostavite ključ susjedima, molim. Đurđa će čekati kuću Šimića.",
    ],
    [
      "windows-1250",
      "Jutri pride vodovodar, ključ pustite pri sosedih. Hvala, Špela Žižek. Čakali bomo pred hišo, pokličite.",
    ],
    [
      "iso-8859-2",
      "Dzień dobry, jutro o dziewiątej przyjdzie hydraulik. Proszę zostawić klucz, później się rozliczymy.",
    ],
    [
      "iso-8859-2",
      "Dobrý den, zítra přijde instalatér. Prosím nechte klíč u sousedů, děkuji. Přeji hezký večer, Žaneta Šťastná",
    ],
    ["windows-1252", "¿Qué número? Mañana a las 9 viene el plomero, ¡gracias! El 3º piso, 40 m²"],
    ["windows-1252", "L'été à Noël, garçon; cœur, où, aïeul, château, sûr"],
    ["windows-1252", "Amanhã às 9 não virá; coração, avô, três, português, Müller"],
    ["windows-1252", "I morgen kommer rørlæggeren, på gaden; så går vi, Åse og Søren"],
    ["windows-1252", "Á morgun kemur pípulagningamaðurinn, þá förum við; æ, ó"],
    ["windows-1252", "Zoë and Søren met Peña at the Café; naïve Åse, François, Müller"],
    ["windows-1252", "Naïve Søren"],
    ["windows-1252", "name,area\nOak Court,40 m²\nÉlan,25 m³\nMuñoz & Søren,5 m²\n"],
    ["windows-1252", "Homme tuleb torumees, võti jätke naabri juurde, õhtul; äike, öö, üks, Šveits"],
    ["windows-1252", "name,notes\nBäckerei Müller GmbH,10 – 20 staff\nCafé Niño,«déjà» vu — ça\n"],
    ["windows-1252", "Größe\nÄÖÜ\nStraße; “Él” dijo — ¡hola!… ÄÖÜß ÄÖÜß"],
  ])("tells %s by the script its bytes spell: %j", (label, text) => {
    expect(decodeText(encoded(label, text))).toBe(text);
  });

  it.each<[string, Uint8Array, string | undefined, string]>([
    ["UTF-8", utf8("Bäckerei – 台所"), undefined, "Bäckerei – 台所"],
    ["UTF-8 with its mark", utf8("\ufeffname,note"), undefined, "name,note"],
    ["a mark that the declaration contradicts", utf8("\ufeffMüller"), "iso-8859-1", "Müller"],
    [
      "Excel's plain CSV",
      latin1("B\xe4ckerei M\xfcller;10 \x96 20;1.450,00 \x80"),
      undefined,
      "Bäckerei Müller;10 – 20;1.450,00 €",
    ],
    ["what calls itself UTF-8 and is not", latin1("Gr\xfc\xdfe"), "utf-8", "Grüße"],
    ["what calls itself ASCII and is UTF-8", utf8("Grüße"), "us-ascii", "Grüße"],
    ["a declared charset", latin1("\xf0\xd2\xc9\xd7\xc5\xd4"), "koi8-r", "Привет"],
    ["a declared charset in quotes", latin1("\xcf\xf0\xe8\xe2\xe5\xf2"), '"windows-1251"', "Привет"],
    ["a charset of no one's", utf8("Grüße"), "x-klingon", "Grüße"],
    [
      "a charset in the page",
      latin1('<html><head><meta charset="iso-8859-2"></head>\xa3\xf3d\xbc'),
      undefined,
      '<html><head><meta charset="iso-8859-2"></head>Łódź',
    ],
    [
      "an older page",
      latin1('<META http-equiv=Content-Type content="text/html; charset=windows-1252"><p>Schl\xfcssel \x80'),
      undefined,
      '<META http-equiv=Content-Type content="text/html; charset=windows-1252"><p>Schlüssel €',
    ],
    [
      "XML",
      latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>'),
      undefined,
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
    ],
    ["Japanese by its escapes", latin1("\x1b$B$*@$OC\x1b(B ok"), undefined, "お世話 ok"],
    ["UTF-16 with its mark", Uint8Array.from([0xff, 0xfe, ...wide("Müller")]), undefined, "Müller"],
    ["UTF-16 without it", wide("name,phone,note\nMüller"), undefined, "name,phone,note\nMüller"],
    ["nothing", new Uint8Array(), undefined, ""],
  ])("of %s is read", (_name, bytes, declared, text) => {
    expect(decodeText(bytes, declared)).toBe(text);
  });

  it("is right for every text in UTF-8 and in Windows-1252", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.startsWith("\ufeff") && !text.includes("\0") && !text.includes("\u001b"));
        expect(decodeText(utf8(text), "utf-8")).toBe(text);
      }),
    );
  });

  it("never throws, whatever the bytes and the label", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (bytes, label) => {
        expect(typeof decodeText(bytes, label)).toBe("string");
        expect(() => new TextDecoder(charsetOf(bytes, label))).not.toThrow();
      }),
    );
  });
});
