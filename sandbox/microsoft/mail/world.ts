/** The desks' mail: deterministic, with dates relative to now, oldest first. */
import { composeMail } from "../../google/gmail/compose.ts";
import { stableId } from "../../world/contacts.ts";
import { nameOf, type MicrosoftPerson } from "../people.ts";

const HOUR_MS = 3_600_000;

interface Letter {
  readonly desk: string;
  /** Letters of one thread share it. */
  readonly thread: string;
  readonly subject: string;
  /** The outside correspondent. */
  readonly who: string;
  /** Written by the desk. */
  readonly isSent?: true;
  readonly isUnread?: true;
  readonly hoursAgo: number;
  readonly text: string;
  readonly file?: { readonly filename: string; readonly text: string };
}

const LETTERS: readonly Letter[] = [
  {
    desk: "claims",
    thread: "dube",
    subject: "Claim: rear-end collision on I-90",
    who: "Patrick Dube <patrick.dube@mail.example>",
    hoursAgo: 74,
    text: "Hello,\n\nour truck 12 was hit from behind on I-90 yesterday. Nobody is hurt. The police report is attached.\n\nPatrick Dube",
    file: {
      filename: "police-report.txt",
      text: "Report 4471. I-90 eastbound, mile 84. No injuries. Rear bumper and lift gate damaged.",
    },
  },
  {
    desk: "claims",
    thread: "dube",
    subject: "Re: Claim: rear-end collision on I-90",
    who: "Patrick Dube <patrick.dube@mail.example>",
    isSent: true,
    hoursAgo: 72,
    text: "Hi Patrick,\n\nthank you, the claim is filed. The adjuster calls you within two working days.\n\nHarborlight Claims",
  },
  {
    desk: "claims",
    thread: "dube",
    subject: "Re: Claim: rear-end collision on I-90",
    who: "Patrick Dube <patrick.dube@mail.example>",
    isUnread: true,
    hoursAgo: 5,
    text: "Hi,\n\nnobody has called yet, and the truck stands in the yard. Can you push them?\n\nPatrick",
  },
  {
    desk: "claims",
    thread: "hail",
    subject: "Hail damage to the roof",
    who: "Agnes Whitmore <agnes.whitmore@mail.example>",
    isUnread: true,
    hoursAgo: 20,
    text: "Good morning,\n\nthe hail on Tuesday broke two skylights of our building. What do you need from the board?\n\nAgnes Whitmore",
  },
  {
    desk: "renewals",
    thread: "bakery",
    subject: "Renewal of the bakery's policy",
    who: "Alma Kessler <alma.kessler@mail.example>",
    hoursAgo: 30,
    text: "Hi,\n\nwhen does the businessowners policy renew, and does the premium change?\n\nAlma",
  },
];

export interface DeskLetter {
  readonly raw: string;
  readonly dateMs: number;
  readonly isSent: boolean;
  readonly isRead: boolean;
}

export function deskMail(person: MicrosoftPerson, nowMs: number): DeskLetter[] {
  const desk = person.address.split("@")[0];
  const own = `${nameOf(person)} <${person.address}>`;
  const before = new Map<string, readonly string[]>();
  return LETTERS.filter((letter) => letter.desk === desk).map((letter) => {
    const { thread, subject, who, isSent = false, isUnread = false, hoursAgo, text, file } = letter;
    const references = before.get(thread) ?? [];
    const inReplyTo = references.at(-1);
    const messageId = `<${stableId("desk", thread, String(references.length))}@${isSent ? "harborlight.example" : "mail.example"}>`;
    before.set(thread, [...references, messageId]);
    const dateMs = nowMs - hoursAgo * HOUR_MS;
    const raw = composeMail({
      messageId,
      from: isSent ? own : who,
      to: [isSent ? who : own],
      subject,
      text,
      dateMs,
      ...(inReplyTo === undefined ? {} : { inReplyTo, references }),
      ...(file === undefined
        ? {}
        : {
            files: [{ filename: file.filename, contentType: "text/plain", content: Buffer.from(file.text) }],
          }),
      ...(isSent ? {} : { headers: { "Authentication-Results": exchangeResults("mail.example", "pass") } }),
    });
    return { raw, dateMs, isSent, isRead: isSent || !isUnread };
  });
}

/**
 * Exchange Online's Authentication-Results: no server name, and comments in parentheses
 * (learn.microsoft.com/defender-office-365/message-headers-eop-mdo, read 2026-11-30).
 */
export function exchangeResults(domain: string, dmarc: "pass" | "fail" | "none"): string {
  const dkim =
    dmarc === "pass"
      ? `dkim=pass (signature was verified) header.d=${domain}`
      : "dkim=none (message not signed) header.d=none";
  const action = dmarc === "fail" ? "oreject" : "none";
  const composite = dmarc === "fail" ? "compauth=fail reason=000" : `compauth=${dmarc} reason=100`;
  return `spf=${dmarc} (sender IP is 203.0.113.7) smtp.mailfrom=${domain}; ${dkim};dmarc=${dmarc} action=${action} header.from=${domain};${composite}`;
}
