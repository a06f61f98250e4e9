/** Changing things in Google Drive and Sheets as one person. Imported by effects alone: whatever calls this has been approved. */
import * as z from "zod";
import { sha256Hex } from "../../kernel/hash.ts";
import { DOC_TYPE } from "./drive.ts";
import { parseAnswer } from "./parse.ts";
import type { GoogleAccount } from "./read.ts";
import { rangeOf } from "./sheets.ts";

/** What of Steward's own stands with a file it made, seen by this service account's project alone. */
export const OWN_KEY = "stewardKey";

const madeAnswer = z.object({ id: z.string().min(1), webViewLink: z.string().optional() });
const appendedAnswer = z.object({ updates: z.object({ updatedRange: z.string().optional() }).optional() });

/**
 * Makes a Google Doc of Markdown in one call: Drive turns it into a document (developers.google.com/workspace/drive/api/guides/manage-uploads, read
 * 2026-11-23). `key` is how it is found again: Drive has no idempotency keys. `folderId` null: their My Drive, for which `drive.file` is enough.
 */
export async function createDocument(
  { drive }: GoogleAccount,
  person: string,
  made: {
    readonly title: string;
    readonly markdown: string;
    readonly folderId: string | null;
    readonly key: string;
  },
): Promise<{ readonly id: string; readonly link: string | undefined }> {
  // No text holds its own hash.
  const boundary = `steward_${(await sha256Hex(made.markdown)).slice(0, 40)}`;
  const metadata = {
    name: made.title,
    mimeType: DOC_TYPE,
    appProperties: { [OWN_KEY]: made.key },
    ...(made.folderId === null ? {} : { parents: [made.folderId] }),
  };
  const body = [
    `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}`,
    `--${boundary}\r\nContent-Type: text/markdown; charset=UTF-8\r\n\r\n${made.markdown}`,
    `--${boundary}--\r\n`,
  ].join("\r\n");
  const answer = await drive.uploads({
    mailbox: person,
    scope: made.folderId === null ? "driveOwn" : "driveWrite",
    method: "POST",
    path: "",
    query: { uploadType: "multipart", supportsAllDrives: true, fields: "id,webViewLink" },
    raw: {
      type: `multipart/related; boundary=${boundary}`,
      bytes: new Uint8Array(new TextEncoder().encode(body)),
    },
  });
  const { id, webViewLink } = parseAnswer(madeAnswer, answer, "unknown");
  return { id, link: webViewLink };
}

/** Moves a file that Steward made to the trash, where Drive keeps it for 30 days. Doing it again changes nothing. */
export async function trashFile({ drive }: GoogleAccount, person: string, id: string): Promise<void> {
  await drive.files({
    mailbox: person,
    scope: "driveOwn",
    method: "PATCH",
    path: `/${encodeURIComponent(id)}`,
    query: { supportsAllDrives: true, fields: "id" },
    body: { trashed: true },
  });
}

/** Puts rows below the table of a tab, word for word: nothing of them is taken for a formula, a date or an amount. Answers where they stand. */
export async function appendRows(
  { drive }: GoogleAccount,
  person: string,
  id: string,
  { tab, rows }: { readonly tab: string; readonly rows: readonly (readonly (string | number)[])[] },
): Promise<string | null> {
  const answer = await drive.sheets({
    mailbox: person,
    scope: "sheetWrite",
    method: "POST",
    path: `/${encodeURIComponent(id)}/values/${encodeURIComponent(rangeOf(tab, "A1"))}:append`,
    query: { valueInputOption: "RAW", insertDataOption: "INSERT_ROWS" },
    body: { majorDimension: "ROWS", values: rows },
  });
  return parseAnswer(appendedAnswer, answer, "unknown").updates?.updatedRange ?? null;
}
