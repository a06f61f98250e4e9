import * as z from "zod";
import { describePerson, readTimeline } from "../../contacts/index.ts";
import type { Json } from "../../../kernel/hash.ts";
import { localTime } from "../../../kernel/local-time.ts";
import type { Person, TimelineItem } from "../../api/contacts.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { personAsked } from "../records/person-asked.ts";
import type { ContactServices } from "./index.ts";

const LAST = 12;
const WORDS_CHARS = 300;

export const getContact = defineTool({
  name: "get_contact",
  title: "Look at a contact",
  done: "Looked at a contact",
  description:
    "Shows one person whole: the contact's fields, every number (with opted-out ones and those they share) and address, drafts to them that wait, and the last texts, calls and " +
    `e-mails with them, newest first. Takes a name (Maria Lopez), a number (+14125550142), an e-mail address or a contact id. olderThan reads on, ${LAST} at a time.`,
  keywords:
    "person resident profile details opt-out opted stop record who is phone email address unit tenant everything about overview",
  input: z.strictObject({
    contact: z.string().trim().min(2).max(200).describe("Name, phone number, e-mail address or contact id"),
    kind: z
      .enum(["text", "call", "email"])
      .optional()
      .describe("Only these of what was said; all if left out"),
    olderThan: z.iso
      .datetime()
      .optional()
      .describe("For what was said earlier: what the answer before gave as olderThan"),
  }),
  effect: "read",
  egress: "none",
  summarize: ({ contact }) => `Looking at ${contact}`,
  looksAt: ({ contact }) => ({ things: "History", asked: contact, askedIs: "name" }),
  async run({ contact, kind, olderThan }, { db, timeZone }: ContactServices) {
    const found = await personAsked(db, contact);
    if (typeof found === "string") return retry(found);
    const [person, { items, nextCursor }] = await Promise.all([
      describePerson(db, found),
      readTimeline(db, found.keys, { kind, cursor: olderThan, limit: LAST }),
    ]);
    return {
      kind: "ok",
      data: {
        ...(olderThan === undefined ? fieldsOf(person, timeZone) : { id: person.id, name: person.name }),
        last: items.map((item) => saidWith(item, timeZone)),
        olderThan: nextCursor,
      },
      outside: true,
    };
  },
});

function fieldsOf(person: Person, timeZone: string): Record<string, Json> {
  const { id, name, company, role, place, internal, notes, numbers, emails, others, drafts } = person;
  return {
    id,
    name,
    ...(id === null ? { known: false } : {}),
    company,
    role,
    place,
    ...(internal ? { internal } : {}),
    ...(notes === "" ? {} : { notes }),
    numbers: numbers.map(({ label, number, optedOut, sharedWith }) => ({
      label,
      number,
      ...(optedOut ? { optedOut: "texted STOP and can't be texted" } : {}),
      ...namesOf(sharedWith),
    })),
    ...(emails.length === 0
      ? {}
      : { emails: emails.map(({ address, sharedWith }) => ({ address, ...namesOf(sharedWith) })) }),
    ...(others.length === 0 ? {} : { alsoBelongsTo: others.map((one) => one.name) }),
    ...(drafts.length === 0
      ? {}
      : {
          waitingDrafts: drafts.map((draft) => ({
            id: draft.id,
            title: draft.title,
            words: draft.words,
            since: localTime(draft.createdAt, timeZone),
          })),
        }),
  };
}

function namesOf(people: readonly { readonly name: string }[]): Record<string, Json> {
  return people.length === 0 ? {} : { sharedWith: people.map(({ name }) => name) };
}

function saidWith({ id, kind, at, direction, title, words }: TimelineItem, timeZone: string): Json {
  return {
    kind,
    at: localTime(at, timeZone),
    from: direction === "incoming" ? "contact" : "team",
    title,
    words: words.slice(0, WORDS_CHARS),
    // E-mail IDs start with their mailbox here.
    ...(kind === "text" ? {} : { id: id.slice(id.lastIndexOf("/") + 1) }),
  };
}
