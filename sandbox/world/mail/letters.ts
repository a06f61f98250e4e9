/** Generates dated e-mails in the participants' mailboxes from scripts, with quoted replies. */
import { inZone } from "../dates.ts";
import { fill, parseLine, personOf } from "../conversations.ts";
import type { DemoMailbox, DemoTenant } from "../company.ts";
import { stableId } from "../contacts.ts";
import { durationMs } from "../duration.ts";
import type { WorldContact } from "../types.ts";
import type { PinnedMail, WorldMail } from "./types.ts";

/** Participants of a thread. */
export interface Letters {
  readonly tenant: DemoTenant;
  /** Our mailbox. */
  readonly mailbox: DemoMailbox;
  /** The other party, `Name <address>`. */
  readonly they: string;
  readonly subject: string;
  readonly startMs: number;
  readonly file?: { readonly filename: string; readonly text: string };
  /** Their last letter is unread. */
  readonly unread?: boolean;
  readonly category?: "PERSONAL" | "UPDATES" | "PROMOTIONS";
}

export interface Letter {
  readonly incoming: boolean;
  readonly pauseMs: number;
  readonly text: string;
  readonly html?: string;
}

/** The mailbox with an address; throws if there is none. */
export function mailboxOf(tenant: DemoTenant, address: string): DemoMailbox {
  const mailbox = tenant.google.mailboxes.find((one) => one.address === address);
  if (mailbox === undefined) throw new Error(`${tenant.name} has no mailbox ${address}`);
  return mailbox;
}

/** The shared mailbox. */
export function officeOf(tenant: DemoTenant): DemoMailbox {
  const mailbox = tenant.google.mailboxes.find(({ watched }) => watched);
  if (mailbox === undefined) throw new Error(`${tenant.name} has no watched mailbox`);
  return mailbox;
}

/** A contact as a sender; throws without an address. */
export function senderOf({ firstName, lastName, emails }: WorldContact): string {
  const address = emails[0]?.value;
  if (address === undefined) throw new Error(`${firstName} ${lastName ?? ""} has no e-mail address`);
  return `${[firstName, lastName].filter(Boolean).join(" ")} <${address}>`;
}

/** A thread's letters. If the other party has a mailbox in this company too, each letter is in both. */
export function writeLetters(about: Letters, letters: readonly Letter[]): WorldMail[] {
  const { tenant, mailbox, they, subject, file } = about;
  const we = `${mailbox.name} <${mailbox.address}>`;
  const theirs = tenant.google.mailboxes.find(({ address }) => they.endsWith(`<${address}>`));
  const seed = [mailbox.address, they, subject, String(letters.length), letters[0]?.text ?? ""];
  const threadKey = stableId("thread", ...seed);
  const ids: string[] = [];
  let atMs = about.startMs;
  let before: { readonly from: string; readonly text: string; readonly atMs: number } | null = null;
  return letters.flatMap((letter, index): WorldMail[] => {
    atMs += letter.pauseMs;
    const from = letter.incoming ? they : we;
    const messageId = `<${stableId("letter", ...seed, String(index))}@${domainOf(from)}>`;
    const words = before === null ? letter.text : `${letter.text}\n\n${quoted(before, tenant.timeZone)}`;
    const attaches =
      file !== undefined && letter.incoming && !letters.slice(0, index).some((one) => one.incoming);
    const draft = {
      messageId,
      from,
      to: [letter.incoming ? we : they],
      subject: index === 0 ? subject : `Re: ${subject}`,
      text: words,
      ...(letter.html === undefined ? {} : { html: letter.html }),
      ...(attaches
        ? {
            files: [
              {
                filename: file.filename,
                contentType: typeOf(file.filename),
                content: Buffer.from(file.text),
              },
            ],
          }
        : {}),
      ...(ids.length === 0 ? {} : { inReplyTo: ids.at(-1) ?? "", references: [...ids] }),
      dateMs: atMs,
    };
    ids.push(messageId);
    before = { from, text: letter.text, atMs };
    const isLast = !letters.slice(index + 1).some(({ incoming }) => incoming);
    const received = receivedLabels(about, isLast);
    const copy = (owner: DemoMailbox, incoming: boolean): WorldMail => ({
      mailbox: owner.address,
      key: stableId(threadKey, String(index)),
      threadKey,
      labelIds: incoming ? received : ["SENT"],
      draft,
    });
    return [
      copy(mailbox, letter.incoming),
      ...(theirs === undefined ? [] : [copy(theirs, !letter.incoming)]),
    ];
  });
}

function domainOf(sender: string): string {
  return /@([^>]+)>$/.exec(sender)?.[1] ?? "mail.example";
}

/** Labels on receipt; only the last letter can be unread. */
function receivedLabels({ unread, category = "PERSONAL" }: Letters, isLast: boolean): string[] {
  return ["INBOX", ...(unread === true && isLast ? ["UNREAD"] : []), `CATEGORY_${category}`];
}

/** The letters of a script or story, with wordings chosen by `say`. */
export function lettersOf(lines: readonly string[], say: (wordings: readonly string[]) => string): Letter[] {
  return lines.map((line) => {
    const { incoming, pauseMs, wordings } = parseLine(line);
    return { incoming, pauseMs, text: capitalised(say(wordings)) };
  });
}

/** Capitalizes the first word after a greeting too. */
export function capitalised(text: string): string {
  return text.replace(
    /^([^\n]{2,50},\n\n)(\p{Ll})/u,
    (_, greeting: string, first: string) => greeting + first.toUpperCase(),
  );
}

/** E-mails of pinned stories. */
export function tellMail(
  tenant: DemoTenant,
  contacts: readonly WorldContact[],
  stories: readonly PinnedMail[],
  nowMs: number,
): WorldMail[] {
  return stories.flatMap((story) => {
    const contact = contacts.find(
      ({ firstName, lastName }) => `${firstName} ${lastName ?? ""}`.trim() === story.contact,
    );
    if (contact === undefined) throw new Error(`No contact ${story.contact} for a story`);
    const staff = personOf(tenant, story.staff);
    return writeLetters(
      {
        tenant,
        mailbox: story.mailbox === "own" ? mailboxOf(tenant, staff.email) : officeOf(tenant),
        they: senderOf(contact),
        subject: story.subject,
        startMs: nowMs - durationMs(story.ago),
        ...(story.file === undefined ? {} : { file: story.file }),
        ...(story.unread === undefined ? {} : { unread: story.unread }),
      },
      lettersOf(story.lines, (wordings) => wordings.join(" || ")),
    );
  });
}

/** A script's attachment with its slots filled. */
export function filledFile(
  file: { readonly filename: string; readonly text: string } | undefined,
  values: Readonly<Record<string, string>>,
) {
  if (file === undefined) return {};
  return { file: { filename: fill(file.filename, values), text: fill(file.text, values) } };
}

/** The quoted original, as mail clients format it. */
function quoted(
  before: { readonly from: string; readonly text: string; readonly atMs: number },
  timeZone: string,
): string {
  const day = inZone(before.atMs, "en-US", {
    timeZone,
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
  });
  const time = inZone(before.atMs, "en-US", { timeZone, hour: "numeric", minute: "2-digit" });
  const lines = before.text.split("\n").map((line) => (line === "" ? ">" : `> ${line}`));
  return `On ${day} at ${time} ${before.from} wrote:\n\n${lines.join("\n")}`;
}

function typeOf(filename: string): string {
  return filename.endsWith(".pdf") ? "application/pdf" : "text/plain";
}
