/** Writes to Google Drive and Sheets as one person. Imported by effects only: every caller has been approved. */
import * as z from "zod";
import { sha256Hex } from "../../kernel/hash.ts";
import { DOC_TYPE } from "./drive.ts";
import { parseAnswer } from "./parse.ts";
import type { GoogleAccount } from "./read.ts";
import { rangeOf } from "./sheets.ts";

/** App property on files Steward creates; visible only to this service account's project. */
export const OWN_KEY = "stewardKey";

const madeAnswer = z.object({ id: z.string().min(1), webViewLink: z.string().optional() });
const appendedAnswer = z.object({ updates: z.object({ updatedRange: z.string().optional() }).optional() });

/**
 * Creates a Google Doc from Markdown in one call: Drive converts it (developers.google.com/workspace/drive/api/guides/manage-uploads,
 * read 2026-11-23). Drive has no idempotency keys, so `key` is stored with the file to find it again. With `folderId` null it goes to My
 * Drive, for which `drive.file` is enough.
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
  // A hash of the content can't occur in the content.
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

/** Moves a file Steward created to the trash, where Drive keeps it for 30 days. Idempotent. */
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

/** Appends rows below a tab's table as literal text: nothing is parsed as a formula, date or amount. Returns the range written. */
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
