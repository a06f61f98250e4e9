/** Documents and calendars as knowledge sources. */
import type {
  FoundThing,
  KnowledgeReader,
  KnowledgeShelf,
  ReaderHelp,
  ThingWords,
} from "../../knowledge/sources/index.ts";
import type { MailboxSettings } from "../connections/index.ts";
import { calendarShelf } from "../calendar-knowledge.ts";
import { googleCalendars } from "./calendar.ts";
import { readDocument } from "./docs.ts";
import {
  DOC_TYPE,
  exportFile,
  listFiles,
  readDriveBytes,
  SHEET_TYPE,
  type DriveFile,
  textOfBytes,
} from "./drive.ts";
import { mailShelf, personOf } from "../mail-knowledge.ts";
import { googleMailboxes } from "./mailboxes.ts";
import type { GoogleAccount } from "./read.ts";
import { columnLetters, rangeOf, readTabs, readValues } from "./sheets.ts";

const PDF_TYPE = "application/pdf";
const SLIDES_TYPE = "application/vnd.google-apps.presentation";
/** Word, Excel and PowerPoint 2007 and later. */
const OFFICE_TYPES = ["wordprocessingml.document", "spreadsheetml.sheet", "presentationml.presentation"].map(
  (kind) => `application/vnd.openxmlformats-officedocument.${kind}`,
);
const TYPES = [DOC_TYPE, SHEET_TYPE, SLIDES_TYPE, PDF_TYPE, ...OFFICE_TYPES, "text/"];
const FILES = 50;
/** Pages counted for an estimate. */
const COUNTED_PAGES = 5;
const TEXT_BYTES = 2 * 1024 * 1024;
/** Size limit for PDFs and Office files. */
const FILE_BYTES = 10 * 1024 * 1024;
/** Shown for a damaged or locked file. */
const UNREADABLE = "This file can’t be opened. It may be damaged or password-protected.";
/** Sheet tabs indexed per spreadsheet. */
const TABS = 10;
const ROWS = 500;
const COLUMNS = 26;

type Shelf = KnowledgeShelf<MailboxSettings, GoogleAccount>;

export const GOOGLE_KNOWLEDGE: readonly Shelf[] = [
  // Two requests each, far below Gmail's 15,000 units a minute and user.
  mailShelf(googleMailboxes, 150),
  {
    kind: "document",
    windowDays: 180,
    msEach: 250,
    people: ({ mailboxes, mail }) => mailboxes.map((one) => personOf(one, mail)),
    reader: documents,
  },
  calendarShelf(googleCalendars),
];

function documents(account: GoogleAccount, person: string, help: ReaderHelp): KnowledgeReader {
  const page = (since: string, limit: number, cursor: string | null) =>
    listFiles(account, person, { types: TYPES, changedSince: since }, { limit, page: cursor ?? undefined });
  return {
    async list({ from, since, cursor }) {
      const asked = since === null || since < from ? from : since;
      const { files, next, isPartial } = await page(asked, FILES, cursor);
      return { things: files.map((file) => documentOf(account, person, file, help)), next, isPartial };
    },
    async count(from) {
      let items = 0;
      let cursor: string | null = null;
      for (let read = 0; read < COUNTED_PAGES; read++) {
        const { files, next }: Awaited<ReturnType<typeof page>> = await page(from, 100, cursor);
        items += files.length;
        if (next === null) return { items, isMore: false };
        cursor = next;
      }
      return { items, isMore: true };
    },
  };
}

function documentOf(account: GoogleAccount, person: string, file: DriveFile, help: ReaderHelp): FoundThing {
  const { id, name, modifiedAt, link, owner, changedBy } = file;
  return {
    externalId: id,
    title: name,
    at: modifiedAt,
    link,
    people: [...new Set([owner, changedBy])].filter((one) => one !== null),
    facts: [],
    stamp: `${modifiedAt} ${name}`,
    words: () => wordsOfFile(account, person, file, help),
  };
}

async function wordsOfFile(
  account: GoogleAccount,
  person: string,
  file: DriveFile,
  help: ReaderHelp,
): Promise<ThingWords | null> {
  const { id, type, sizeBytes } = file;
  const isPacked = type === PDF_TYPE || OFFICE_TYPES.includes(type);
  const most = isPacked ? FILE_BYTES : TEXT_BYTES;
  if ((sizeBytes ?? 0) > most)
    return { text: "", note: `It’s larger than ${most / 1024 / 1024} MB and was skipped.` };
  if (isPacked) return wordsOfPacked(account, person, file, help);
  switch (type) {
    case DOC_TYPE: {
      const document = await readDocument(account, person, id);
      return document === null ? null : { text: document.markdown, note: null };
    }
    case SHEET_TYPE:
      return wordsOfSheet(account, person, id);
    case SLIDES_TYPE:
      return { text: textOfBytes(await exportFile(account, person, id, "text/plain")), note: null };
    default:
      return { text: textOfBytes(await readDriveBytes(account, person, id, TEXT_BYTES)), note: null };
  }
}

async function wordsOfPacked(
  account: GoogleAccount,
  person: string,
  { id, type }: DriveFile,
  { pdfText, officeText }: ReaderHelp,
): Promise<ThingWords> {
  const bytes = await readDriveBytes(account, person, id, FILE_BYTES);
  return (await (type === PDF_TYPE ? pdfText : officeText)(bytes)) ?? { text: "", note: UNREADABLE };
}

async function wordsOfSheet(account: GoogleAccount, person: string, id: string): Promise<ThingWords | null> {
  const sheet = await readTabs(account, person, id);
  if (sheet === null) return null;
  const tabs = sheet.tabs.filter(({ isHidden }) => !isHidden);
  const parts: string[] = [];
  for (const { title } of tabs.slice(0, TABS)) {
    const range = rangeOf(title, `A1:${columnLetters(COLUMNS)}${ROWS}`);
    parts.push(`## ${title}\n\n${tableOf(await readValues(account, person, id, range))}`);
  }
  const isCut =
    tabs.length > TABS || tabs.some(({ rows, columns }) => rows > ROWS * 2 || columns > COLUMNS * 2);
  return {
    text: parts.join("\n\n"),
    note: isCut ? "Only the first tabs, rows and columns can be found." : null,
  };
}

function tableOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => cell.replaceAll("|", "/").trim()).join(" | ")).join("\n");
}
