/** READ-WHOLE: whose words an e-mail holds, in whatever language its mail program speaks. */
import { describe, expect, it } from "vitest";
import { readEmail } from "../../../../src/platform/email/inbound.ts";
import { ownWords, trimQuote } from "../../../../src/platform/email/trim-quote.ts";

const ENVELOPE = {
  id: "m1",
  mailbox: "office@alderfinch.example",
  threadId: "t1",
  at: "2026-11-24T10:00:00.000Z",
  snippet: "",
  labels: ["INBOX"],
};
const OURS = "Emergency: water is coming through the ceiling, call us at once.";
const ADDRESS = "Alder & Finch Office <office@alderfinch.example>";

const read = (headers: readonly string[], body: string) =>
  readEmail(
    ENVELOPE,
    new TextEncoder().encode(
      ["From: Sven <sven@mail.example>", ...headers, "", body].join("\r\n"),
    ) as Uint8Array<ArrayBuffer>,
  );
const html = (body: string, subject = "Re: Ventil") =>
  read([`Subject: ${subject}`, "Content-Type: text/html; charset=utf-8"], body);

/** The header lines of a quoted e-mail, as Outlook writes them in a language. */
const BLOCKS: readonly (readonly [string, string])[] = [
  [
    "Swedish",
    `Från: ${ADDRESS}\nSkickat: den 24 november 2026 09:12\nTill: Sven <sven@mail.example>\nÄmne: Ventil`,
  ],
  [
    "Norwegian",
    `Fra: ${ADDRESS}\nSendt: tirsdag 24. november 2026 09:12\nTil: Kari <kari@mail.example>\nEmne: Ventil`,
  ],
  ["Danish", `Fra: ${ADDRESS}\nSendt: 24. november 2026 09:12\nTil: Ole <ole@mail.example>\nEmne: Ventil`],
  [
    "German",
    `Von: ${ADDRESS}\nGesendet: Dienstag, 24. November 2026 09:12\nAn: Eva <eva@mail.example>\nBetreff: Ventil`,
  ],
  [
    "German, the date first",
    `Gesendet: Dienstag, 24. November 2026 um 09:12 Uhr\nVon: "Office" <office@alderfinch.example>\nAn: eva@mail.example\nBetreff: Ventil`,
  ],
  [
    "English, the date first",
    `Date: Tue, 24 Nov 2026 09:12\nFrom: ${ADDRESS}\nTo: eva@mail.example\nSubject: Valve`,
  ],
  [
    "German without an address",
    "Von: Alder & Finch Office\nGesendet: Dienstag, 24. November 2026 09:12\nAn: Eva Lind\nBetreff: Ventil",
  ],
  [
    "French",
    `De : ${ADDRESS}\nEnvoyé : mardi 24 novembre 2026 09:12\nÀ : Luc <luc@mail.example>\nObjet : Vanne`,
  ],
  [
    "Spanish",
    `De: ${ADDRESS}\nEnviado: martes, 24 de noviembre de 2026 9:12\nPara: Ana <ana@mail.example>\nAsunto: Válvula`,
  ],
  [
    "Portuguese",
    `De: ${ADDRESS}\nEnviada em: terça-feira, 24 de novembro de 2026 09:12\nPara: Rui <rui@mail.example>\nAssunto: Válvula`,
  ],
  [
    "Italian",
    `Da: ${ADDRESS}\nInviato: martedì 24 novembre 2026 09:12\nA: Gia <gia@mail.example>\nOggetto: Valvola`,
  ],
  [
    "Dutch",
    `Van: ${ADDRESS}\nVerzonden: dinsdag 24 november 2026 09:12\nAan: Jan <jan@mail.example>\nOnderwerp: Klep`,
  ],
  [
    "Polish",
    `Od: ${ADDRESS}\nWysłano: wtorek, 24 listopada 2026 09:12\nDo: Ola <ola@mail.example>\nTemat: Zawór`,
  ],
  [
    "Czech",
    `Od: ${ADDRESS}\nOdesláno: úterý 24. listopadu 2026 9:12\nKomu: Iva <iva@mail.example>\nPředmět: Ventil`,
  ],
  [
    "Hungarian",
    `Feladó: ${ADDRESS}\nKüldve: 2026. november 24., kedd 9:12\nCímzett: Ida <ida@mail.example>\nTárgy: Szelep`,
  ],
  [
    "Finnish",
    `Lähettäjä: ${ADDRESS}\nLähetetty: tiistai 24. marraskuuta 2026 9.12\nVastaanottaja: Ari <ari@mail.example>\nAihe: Venttiili`,
  ],
  [
    "Russian",
    `От: ${ADDRESS}\nОтправлено: 24 ноября 2026 г. 9:12\nКому: Аня <anya@mail.example>\nТема: Вентиль`,
  ],
  [
    "Turkish",
    `Kimden: ${ADDRESS}\nGönderildi: 24 Kasım 2026 Salı 09:12\nKime: Ece <ece@mail.example>\nKonu: Vana`,
  ],
  [
    "Greek",
    `Από: ${ADDRESS}\nΣτάλθηκε: Τρίτη, 24 Νοεμβρίου 2026 9:12\nΠρος: Εύα <eva@mail.example>\nΘέμα: Βαλβίδα`,
  ],
  ["Chinese", `发件人: ${ADDRESS}\n发送时间: 2026年11月24日 9:12\n收件人: 李 <li@mail.example>\n主题: 阀门`],
  [
    "Chinese, wide colons",
    `发件人：${ADDRESS}\n发送时间：2026年11月24日 9:12\n收件人：李 <li@mail.example>\n主题：阀门`,
  ],
  ["Japanese", `差出人: ${ADDRESS}\n日時: 2026年11月24日 9:12\n宛先: 森 <mori@mail.example>\n件名: バルブ`],
  [
    "Korean",
    `보낸 사람: ${ADDRESS}\n보낸 날짜: 2026년 11월 24일 화요일 오전 9:12\n받는 사람: 이 <lee@mail.example>\n제목: 밸브`,
  ],
  [
    "Hebrew",
    `מאת: ${ADDRESS}\nנשלח: יום שלישי 24 נובמבר 2026 9:12\nאל: דנה <dana@mail.example>\nנושא: שסתום`,
  ],
  [
    "Arabic",
    `من: ${ADDRESS}\nتاريخ الإرسال: 24 نوفمبر 2026 9:12\nإلى: Rana <rana@mail.example>\nالموضوع: صمام`,
  ],
  [
    "a language of no list (Latvian)",
    `No: ${ADDRESS}\nNosūtīts: otrdiena, 2026. gada 24. novembris 09:12\nKam: Ieva <ieva@mail.example>\nTēma: Vārsts`,
  ],
  [
    "a language of no list (Albanian)",
    `Nga: ${ADDRESS}\nDërguar: e martë, 24 nëntor 2026 09:12\nPër: Besa <besa@mail.example>\nSubjekti: Valvula`,
  ],
  [
    "bold words",
    `*From:* ${ADDRESS}\n*Sent:* Tuesday, November 24, 2026 9:12 AM\n*To:* Eva <eva@mail.example>\n*Subject:* Valve`,
  ],
  [
    "a rule above",
    `________________________________\nFrom: ${ADDRESS}\nSent: Tuesday, November 24, 2026 9:12 AM\nTo: Eva\nSubject: Valve`,
  ],
];

/** What mail programs write above what they quote. */
const ATTRIBUTIONS: readonly (readonly [string, string])[] = [
  ["English", `On Tue, Nov 24, 2026 at 9:12 AM ${ADDRESS} wrote:`],
  ["Danish", `Den tir. 24. nov. 2026 kl. 09.12 skrev ${ADDRESS}:`],
  ["Swedish", `Den tis 24 nov. 2026 kl 09:12 skrev ${ADDRESS}:`],
  ["Norwegian", `tir. 24. nov. 2026 kl. 09:12 skrev ${ADDRESS}:`],
  ["Polish", `wt., 24 lis 2026 o 09:12 ${ADDRESS} napisał(a):`],
  ["German", `Am Di., 24. Nov. 2026 um 09:12 Uhr schrieb ${ADDRESS}:`],
  ["French", `Le mar. 24 nov. 2026 à 09:12, ${ADDRESS} a écrit :`],
  ["Russian", `вт, 24 нояб. 2026 г. в 09:12, ${ADDRESS}:`],
  ["Chinese", `${ADDRESS} 于2026年11月24日周二 09:12写道：`],
  ["Japanese", `2026年11月24日(火) 9:12 ${ADDRESS}:`],
  [
    "Hebrew, with marks of direction",
    "\u202bבתאריך יום ג׳, 24 בנוב׳ 2026 ב-9:12 מאת \u202aOffice\u202c\u200f <\u202aoffice@alderfinch.example\u202c\u200f>:\u202c",
  ],
  ["Korean", `2026년 11월 24일 (화) 오전 9:12, ${ADDRESS}님이 작성:`],
  [
    "Turkish",
    `Alder & Finch Office <office@alderfinch.example>, 24 Kas 2026 Sal, 09:12 tarihinde şunu yazdı:`,
  ],
  ["Finnish", `ti 24. marrask. 2026 klo 9.12 ${ADDRESS} kirjoitti:`],
  ["Czech", `út 24. 11. 2026 v 9:12 odesílatel ${ADDRESS} napsal:`],
  ["Hebrew", `‫בתאריך יום ג׳, 24 בנוב׳ 2026 ב-9:12 מאת ${ADDRESS}:`.slice(1)],
  [
    "Vietnamese, broken",
    `Vào Th 3, 24 thg 11, 2026 vào lúc 09:12 Alder & Finch\nOffice <office@alderfinch.example> đã viết:`,
  ],
];

describe("the history of an answer", () => {
  it.each(BLOCKS)("below header lines in %s is not its writer's", (_name, block) => {
    expect(trimQuote(`Tack, det går bra.\n\n${block}\n\n${OURS}`)).toEqual({
      text: "Tack, det går bra.",
      quoted: `${block}\n\n${OURS}`,
    });
  });

  it.each(ATTRIBUTIONS)(
    "below its headline in %s is not its writer's, quoted line by line or not",
    (_name, headline) => {
      for (const history of [`> ${OURS}`, OURS]) {
        const { text, quoted } = trimQuote(`Thanks.\n\n${headline}\n\n${history}`);
        expect(text).toBe("Thanks.");
        expect(quoted).toContain(OURS);
        expect(ownWords(`Thanks.\n\n${headline}\n${history}`).own).toBe("Thanks.");
      }
    },
  );

  it("of an answer in HTML whose history has no element of its own is found by its header lines", async () => {
    const rows = [
      "<b>Från:</b> Alder &amp; Finch Office &lt;office@alderfinch.example&gt;",
      "<b>Skickat:</b> den 24 november 2026 09:12",
      "<b>Till:</b> Sven",
      "<b>Ämne:</b> Ventil",
    ];
    const email = await html(
      `<p>Tack, det går bra.</p><div style="border-top:solid #E1E1E1 1.0pt"><p>${rows.join("<br>")}</p></div><p>${OURS}</p>`,
    );
    expect(email.text).toBe("Tack, det går bra.");
    expect(email.quoted).toContain(OURS);
  });

  it.each([
    [
      "a form that a portal filled in",
      "New inquiry from the site.\n\nName: Ann Lee\nEmail: ann@mail.example\nPhone: 412 555 0100\nMove-in date: 12/01/2026\nMessage: Is it free?",
    ],
    ["an appointment", "See you there.\n\nDate: Dec 3, 2026\nTime: 14:00\nPlace: 214 Birch Street"],
    ["contact details", "Ask our super.\n\nName: Tom <tom@mail.example>\nPhone: 412 555 0100"],
    [
      "a sentence that ends in a colon",
      "I sent this on 11/24/2026 to office@alderfinch.example:\nno answer came.",
    ],
    ["a list under a colon", "On Tuesday at 9:12 these were broken:\n- the heater\n- the door"],
  ])("is not %s", (_name, text) => {
    expect(trimQuote(text)).toEqual({ text, quoted: "" });
  });
});

describe("answers between Gmail's quotes", () => {
  const QUOTE = (words: string): string =>
    `<blockquote class="gmail_quote" style="margin:0"><div>${words}</div></blockquote>`;
  const ATTR =
    '<div class="gmail_attr">On Tue, Nov 24, 2026 at 9:12 AM Office &lt;office@alderfinch.example&gt; wrote:<br></div>';

  it("are the sender's words, and the quotes are not", async () => {
    const email = await html(
      `<div>See below.</div><div class="gmail_quote">${ATTR}${QUOTE("When can the plumber come?")}<div>Thursday after 3.</div>${QUOTE("What is the gate code?")}<div>4471, please keep it to yourself.</div></div>`,
    );
    expect(email.text).toBe("See below.\nThursday after 3.\n4471, please keep it to yourself.");
    expect(email.quoted).toContain("When can the plumber come?");
    expect(email.quoted).toContain("What is the gate code?");
  });

  it("are found in boxes inside boxes, and what was quoted before stays quoted", async () => {
    const older = `<div class="gmail_quote">${ATTR}${QUOTE("Oldest.")}<div>An older answer.</div></div>`;
    const email = await html(
      `<div>Hi.</div><div class="gmail_quote gmail_quote_container"><div class="gmail_quote">${ATTR}<blockquote class="gmail_quote">${OURS}${older}</blockquote></div><div>Mine.</div></div>`,
    );
    expect(email.text).toBe("Hi.\nMine.");
    expect(email.quoted).toContain("An older answer.");
  });
});

describe("a forwarded e-mail", () => {
  const LEAK = "The ceiling in 3C is leaking.";
  const HEAD =
    "From: Ann <ann@mail.example>\nSent: Tuesday, November 24, 2026 9:12 AM\nTo: Sven\nSubject: Leak";

  it.each(["FW: Leak", "Fwd: Leak", "WG: Leck", "TR: Fuite", "RV: Fuga", "VS: Lekkasje", "转发: 漏水"])(
    "by Outlook under the subject %s is content",
    async (subject) => {
      const email = await read(
        [`Subject: ${subject}`],
        `FYI, can you take this one?\r\n\r\n${HEAD}\r\n\r\n${LEAK}`,
      );
      expect(email.text).toContain(LEAK);
      expect(email.quoted).toBe("");
    },
  );

  it("answered to is history", async () => {
    const email = await read(["Subject: Re: FW: Leak"], `On it.\r\n\r\n${HEAD}\r\n\r\n${LEAK}`);
    expect(email.text).toBe("On it.");
  });

  it.each([
    [
      "Apple Mail",
      `Take this?\n\n> Begin forwarded message:\n> \n> From: Ann <ann@mail.example>\n> Subject: Leak\n> Date: November 24, 2026 at 9:12 AM\n> To: Sven\n> \n> ${LEAK}`,
    ],
    [
      "Apple Mail in German",
      `Übernimmst du?\n\n> Anfang der weitergeleiteten Nachricht:\n> \n> Von: Ann <ann@mail.example>\n> Betreff: Leck\n> Datum: 24. November 2026 um 09:12\n> \n> ${LEAK}`,
    ],
    [
      "Apple Mail in French",
      `Tu prends ?\n\nDébut du message réexpédié :\n\nDe: Ann <ann@mail.example>\nObjet: Fuite\nDate: 24 novembre 2026\n\n${LEAK}`,
    ],
    [
      "Gmail in Spanish",
      `Mira.\n\n---------- Forwarded message ---------\nDe: Ann <ann@mail.example>\nDate: mar, 24 nov 2026\nSubject: Fuga\n\n${LEAK}`,
    ],
    [
      "Thunderbird in German",
      `Bitte.\n\n-------- Weitergeleitete Nachricht --------\nBetreff: Leck\nVon: Ann <ann@mail.example>\nDatum: 24.11.2026\n\n${LEAK}`,
    ],
    [
      "QQ Mail",
      `请看。\n\n------------------ 转发邮件 ------------------\n发件人: Ann <ann@mail.example>\n日期: 2026年11月24日\n主题: 漏水\n\n${LEAK}`,
    ],
  ])("by %s is content, without its marks", async (_name, body) => {
    const email = await read(["Subject: Leak", "Content-Type: text/plain; charset=utf-8"], body);
    expect(email.text).toContain(`\n${LEAK}`);
    expect(email.quoted).toBe("");
  });

  it.each([
    [
      "Apple Mail",
      `<div>Take this?</div><blockquote type="cite"><div>Begin forwarded message:</div><br><div>From: Ann &lt;ann@mail.example&gt;</div><div>${LEAK}</div></blockquote>`,
      "Leak",
    ],
    [
      "Outlook",
      `<p>FYI</p><div id="divRplyFwdMsg"><b>From:</b> Ann &lt;ann@mail.example&gt;<br><b>Sent:</b> Tuesday, November 24, 2026</div><p>${LEAK}</p>`,
      "FW: Leak",
    ],
    [
      "Gmail in German",
      `<div>Bitte.</div><div class="gmail_quote"><div class="gmail_attr">---------- Weitergeleitete Nachricht ---------<br>Von: Ann &lt;ann@mail.example&gt;<br>Date: Di., 24. Nov. 2026</div>${LEAK}</div>`,
      "Leck",
    ],
  ])("by %s in HTML is content", async (_name, body, subject) => {
    const email = await html(body, subject);
    expect(email.text).toContain(LEAK);
    expect(email.quoted).toBe("");
  });

  it("is not a colleague's own word", () => {
    const { own, others } = ownWords(
      `Take this?\n\n> Begin forwarded message:\n> From: Ann <ann@mail.example>\n> \n> ${LEAK}`,
    );
    expect(own).toBe("Take this?");
    expect(others).toContain(LEAK);
    expect(ownWords(`Take this?\n\n${HEAD}\n\n${LEAK}`).own).toBe("Take this?");
  });
});

describe("joiners", () => {
  it("that spell a word or an emoji stay, and others go", async () => {
    const email = await read(
      ["Content-Type: text/plain; charset=utf-8"],
      "من فردا نمی\u200cآیم. خانه\u200cها سرد هستند. 👨\u200d👩\u200d👧 ❤\ufe0f क\u094d\u200dष pay\u200bnow no\u200cw \u200cstart",
    );
    expect(email.text).toBe(
      "من فردا نمی\u200cآیم. خانه\u200cها سرد هستند. 👨\u200d👩\u200d👧 ❤\ufe0f क\u094d\u200dष paynow now start",
    );
  });
});
