/** What a team takes with it of its messages. */
import { eq } from "drizzle-orm";
import type { ExportedKind } from "../platform/exports.ts";
import { contacts, type OwnContact } from "./tables/contacts.ts";
import { calls, texts, type CallWords, type TextMedia } from "./tables/inbox.ts";
import { mails } from "./tables/mails.ts";
import { threadEntries } from "./tables/threads.ts";

const numberWords = (numbers: readonly { readonly number: string }[]): string =>
  numbers.map(({ number }) => number).join("; ");
const mediaWords = (media: readonly TextMedia[]): string => media.map(({ url }) => url).join("; ");
const fileWords = (files: readonly { readonly name: string }[]): string =>
  files.map(({ name }) => name).join("; ");
const spokenWords = (lines: readonly CallWords[]): string =>
  lines.map(({ who, name, text }) => `${name ?? (who === "team" ? "Team" : "Contact")}: ${text}`).join("\n");

export const exports: readonly ExportedKind[] = [
  {
    name: "contacts",
    title: "Contacts",
    table: contacts,
    key: [contacts.sortName, contacts.id],
    columns: [
      ["Name", contacts.name],
      ["Company", contacts.company],
      ["Role", contacts.role],
      ["Phone numbers", contacts.numbers, numberWords],
      ["E-mail addresses", contacts.emails],
      ["Notes", contacts.own, (own: OwnContact | null) => own?.notes ?? ""],
    ],
  },
  {
    name: "texts",
    title: "Texts",
    table: texts,
    key: [texts.at, texts.id],
    columns: [
      ["Time", texts.at],
      ["Direction", texts.direction],
      ["Contact’s number", texts.contactNumber],
      ["Our number", texts.lineNumber],
      ["Other recipients", texts.others],
      ["Text", texts.text],
      ["Attachments", texts.media, mediaWords],
      ["Delivery", texts.delivery],
    ],
  },
  {
    name: "calls",
    title: "Calls",
    table: calls,
    key: [calls.at, calls.id],
    columns: [
      ["Time", calls.at],
      ["Direction", calls.direction],
      ["Contact’s number", calls.contactNumber],
      ["Status", calls.status],
      ["Seconds", calls.durationSeconds],
      ["Summary", calls.summary],
      ["Next steps", calls.nextSteps],
      ["Transcript", calls.transcript, spokenWords],
    ],
  },
  {
    name: "emails",
    title: "E-mails",
    table: mails,
    key: [mails.at, mails.mailbox, mails.id],
    columns: [
      ["Time", mails.at],
      ["Direction", mails.direction],
      ["Mailbox", mails.mailbox],
      ["From", mails.fromName],
      ["From address", mails.fromAddress],
      ["To", mails.to],
      ["Cc", mails.cc],
      ["Subject", mails.subject],
      ["Text", mails.text],
      ["Quoted", mails.quoted],
      ["Attachments", mails.attachments, fileWords],
    ],
  },
  {
    name: "notes",
    title: "Internal notes",
    table: threadEntries,
    key: [threadEntries.number, threadEntries.at, threadEntries.id],
    where: () => eq(threadEntries.kind, "note"),
    columns: [
      ["Time", threadEntries.at],
      ["Thread", threadEntries.number],
      ["Line or mailbox", threadEntries.line],
      ["By", threadEntries.byName],
      ["Note", threadEntries.words],
    ],
  },
];
