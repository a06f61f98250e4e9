/** E-mails as a knowledge source, of any vendor with mailboxes. */
import type { FoundThing, KnowledgeReader, KnowledgeShelf, ReaderHelp } from "../knowledge/sources/index.ts";
import { isoTime } from "../kernel/clock.ts";
import type { Mailbox, Mailboxes, MailboxSettings } from "./connections/index.ts";

const MAILS = 100;
/** E-mails counted per page of an estimate. */
const COUNTED_MAILS = 500;
/** Pages counted for an estimate. */
const COUNTED_PAGES = 5;

/** `msEach` keeps reading within the vendor's rate limits. */
export function mailShelf<Account>(
  mailboxesOf: (account: Account) => Mailboxes,
  msEach: number,
): KnowledgeShelf<MailboxSettings, Account> {
  return {
    kind: "email",
    windowDays: 30,
    msEach,
    keepsOlder: true,
    people: ({ mailboxes, mail }) => mailboxes.map((one) => personOf(one, mail)),
    reader: (account, mailbox, help) => mails(mailboxesOf(account), mailbox, help),
  };
}

export function personOf({ address, name }: Mailbox, { watched }: MailboxSettings["mail"]) {
  return { id: address, name, isOfTeam: watched.includes(address) };
}

/** E-mails of a mailbox, except those that the inbox brought: each is on record once. */
function mails(mailboxes: Mailboxes, mailbox: string, help: ReaderHelp): KnowledgeReader {
  const page = async (since: string, cursor: string | null, limit: number) => {
    const seconds = Math.floor(Date.parse(since) / 1000) - 1;
    const query = `after:${seconds} -in:drafts -in:chats`;
    const { ids, next } = await mailboxes.list(mailbox, query, cursor, limit);
    return { ids: await help.mail.unknownIds(mailbox, ids), next };
  };
  return {
    async list({ from, since, cursor }) {
      const { ids, next } = await page(since === null || since < from ? from : since, cursor, MAILS);
      const things = ids.map((id) => mailOf(mailboxes, mailbox, id, help));
      return { things, next, isPartial: false };
    },
    async count(from) {
      let items = 0;
      let cursor: string | null = null;
      for (let read = 0; read < COUNTED_PAGES; read++) {
        const { ids, next }: Awaited<ReturnType<typeof page>> = await page(from, cursor, COUNTED_MAILS);
        items += ids.length;
        if (next === null) return { items, isMore: false };
        cursor = next;
      }
      return { items, isMore: true };
    },
  };
}

/** IDs alone are listed, and an e-mail never changes. */
function mailOf(
  mailboxes: Mailboxes,
  mailbox: string,
  id: string,
  { clock, mail: kept }: ReaderHelp,
): FoundThing {
  return {
    externalId: id,
    title: "E-mail",
    at: isoTime(clock.now()),
    link: mailboxes.link(mailbox, id),
    people: [],
    facts: [],
    stamp: "mail",
    async words() {
      const mail = await mailboxes.read(mailbox, id);
      if (mail === null) return null;
      const { subject, at, from, to, cc, attachments, text } = mail;
      const party = mail.labels.includes("SENT") ? to[0] : from.address;
      if (party !== undefined && (await kept.wasErased(party, at))) return null;
      const sender = ["", from.address].includes(from.name) ? from.address : `${from.name} <${from.address}>`;
      const facts: [string, string][] = [
        ["From", sender],
        ["To", to.join(", ")],
        ["Cc", cc.join(", ")],
        ["Attachments", attachments.map(({ name }) => name).join(", ")],
      ];
      const shown = {
        title: subject === "" ? "(no subject)" : subject,
        at,
        people: [sender, ...to, ...cc],
        facts: facts.filter(([, value]) => value !== ""),
      };
      return { text, note: null, shown };
    },
  };
}
