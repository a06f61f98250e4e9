/** Reads Google Drive as one person: searches, files, their bytes. Changes nothing. */
import * as z from "zod";
import { IntegrationError } from "../../kernel/errors.ts";
import { parseAnswer } from "./parse.ts";
import type { GoogleAccount } from "./read.ts";
import { decodeText } from "../../kernel/decode-text.ts";

export const DOC_TYPE = "application/vnd.google-apps.document";
export const SHEET_TYPE = "application/vnd.google-apps.spreadsheet";
export const FOLDER_TYPE = "application/vnd.google-apps.folder";
const SHORTCUT_TYPE = "application/vnd.google-apps.shortcut";

const FIELDS =
  "id,name,mimeType,parents,size,sha256Checksum,modifiedTime,webViewLink,trashed,driveId,owners(displayName,emailAddress),lastModifyingUser(displayName),shortcutDetails(targetId),capabilities(canEdit,canAddChildren)";

const personSchema = z.object({ displayName: z.string().optional(), emailAddress: z.string().optional() });
const fileSchema = z
  .object({
    id: z.string().min(1).max(200),
    name: z.string(),
    mimeType: z.string(),
    parents: z.array(z.string()).default([]),
    size: z.string().regex(/^\d+$/).optional(),
    sha256Checksum: z.string().optional(),
    modifiedTime: z.string(),
    webViewLink: z.string().default(""),
    trashed: z.boolean().default(false),
    driveId: z.string().optional(),
    owners: z.array(personSchema).default([]),
    lastModifyingUser: personSchema.optional(),
    shortcutDetails: z.object({ targetId: z.string() }).optional(),
    capabilities: z
      .object({ canEdit: z.boolean().default(false), canAddChildren: z.boolean().default(false) })
      .prefault({}),
  })
  .transform(({ mimeType, size, modifiedTime, webViewLink, owners, lastModifyingUser, ...file }) => ({
    ...file,
    type: mimeType,
    sizeBytes: size === undefined ? null : Number(size),
    modifiedAt: modifiedTime,
    link: webViewLink,
    owner: owners[0]?.displayName ?? owners[0]?.emailAddress ?? null,
    changedBy: lastModifyingUser?.displayName ?? null,
  }));

/** A file or folder. Google's own types have no size and no checksum. */
export type DriveFile = z.output<typeof fileSchema>;

const listAnswer = z.object({
  files: z.array(fileSchema).default([]),
  nextPageToken: z.string().optional(),
  incompleteSearch: z.boolean().default(false),
});

/** Search criteria, combined with AND. */
export interface DriveFilter {
  readonly words?: string | undefined;
  readonly name?: string | undefined;
  readonly types?: readonly string[] | undefined;
  /** Folder IDs: matches direct children of any of them. */
  readonly folders?: readonly string[] | undefined;
  /** ISO time. */
  readonly changedSince?: string | undefined;
  readonly appProperty?: { readonly key: string; readonly value: string } | undefined;
}

/** Quotes a value for Drive's query language so that it can't end the string. */
function quoted(text: string): string {
  return `'${text.replace(/\p{Cc}/gu, " ").replace(/[\\']/g, "\\$&")}'`;
}

/**
 * A filter in Drive's query language (developers.google.com/workspace/drive/api/guides/ref-search-terms, read 2026-11-23). Full text
 * matches whole words in names and contents; prefixes match in names only.
 */
export function driveQuery({
  words,
  name,
  types = [],
  folders = [],
  changedSince,
  appProperty,
}: DriveFilter): string {
  const anyOf = (terms: readonly string[]): string[] =>
    terms.length === 0 ? [] : [terms.length === 1 ? (terms[0] ?? "") : `(${terms.join(" or ")})`];
  return [
    "trashed = false",
    ...(words === undefined ? [] : [wordsTerm(words)]),
    ...(name === undefined ? [] : [`name = ${quoted(name)}`]),
    ...anyOf(
      types.map((type) =>
        type.endsWith("/") ? `mimeType contains ${quoted(type)}` : `mimeType = ${quoted(type)}`,
      ),
    ),
    ...anyOf(folders.map((folder) => `${quoted(folder)} in parents`)),
    ...(changedSince === undefined ? [] : [`modifiedTime >= ${quoted(changedSince)}`]),
    ...(appProperty === undefined
      ? []
      : [`appProperties has { key=${quoted(appProperty.key)} and value=${quoted(appProperty.value)} }`]),
  ].join(" and ");
}

function wordsTerm(words: string): string {
  // Quotation marks around the whole input request a phrase; any others would be misread as one.
  const isPhrase = /^"[^"]+"$/.test(words);
  const plain = isPhrase ? words : words.replaceAll('"', " ").trim();
  const inName = (plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []).map(
    (word) => `name contains ${quoted(word)}`,
  );
  const inText = `fullText contains ${quoted(plain)}`;
  return isPhrase || inName.length === 0 ? inText : `(${inText} or (${inName.join(" and ")}))`;
}

/** A page of files the person can see, including shared drives: by relevance if there are words, else by modification time. */
export async function listFiles(
  { drive }: Pick<GoogleAccount, "drive">,
  person: string,
  filter: DriveFilter,
  { limit, page }: { readonly limit: number; readonly page?: string | undefined },
): Promise<{
  readonly files: readonly DriveFile[];
  readonly next: string | null;
  readonly isPartial: boolean;
}> {
  const answer = await drive.files({
    mailbox: person,
    // The app property is visible only with the scope for our own files.
    scope: filter.appProperty === undefined ? "drive" : "driveOwn",
    method: "GET",
    path: "",
    query: {
      q: driveQuery(filter),
      pageSize: limit,
      pageToken: page,
      // Google ranks full-text results itself and rejects `orderBy`.
      orderBy: filter.words === undefined ? "modifiedTime desc" : undefined,
      corpora: "allDrives",
      includeItemsFromAllDrives: true,
      supportsAllDrives: true,
      fields: `nextPageToken,incompleteSearch,files(${FIELDS})`,
    },
  });
  const { files, nextPageToken = null, incompleteSearch } = parseAnswer(listAnswer, answer);
  return { files, next: nextPageToken, isPartial: incompleteSearch };
}

/** A file the person can see, shortcuts resolved; null if none. With `driveOwn`, only files Steward created. */
export async function findDriveFile(
  { drive }: Pick<GoogleAccount, "drive">,
  person: string,
  id: string,
  scope: "drive" | "driveOwn" = "drive",
): Promise<DriveFile | null> {
  const read = async (fileId: string): Promise<DriveFile | null> => {
    const path = `/${encodeURIComponent(fileId)}`;
    const query = { fields: FIELDS, supportsAllDrives: true };
    const answer = await orMissing(drive.files({ mailbox: person, scope, method: "GET", path, query }));
    return answer === null ? null : parseAnswer(fileSchema, answer);
  };
  const file = await read(id);
  const target = file?.type === SHORTCUT_TYPE ? file.shortcutDetails?.targetId : undefined;
  return target === undefined ? file : read(target);
}

/** Throws IntegrationError, also if the file exceeds `maxBytes`. */
export function readDriveBytes(
  { drive }: Pick<GoogleAccount, "drive">,
  person: string,
  id: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const path = `/${encodeURIComponent(id)}`;
  const query = { alt: "media", supportsAllDrives: true };
  return drive.bytes({ mailbox: person, scope: "drive", method: "GET", path, query }, maxBytes);
}

/** Exports a Google-native file to another format. Google limits exports to 10 MB. */
export async function exportFile(
  { drive }: Pick<GoogleAccount, "drive">,
  person: string,
  id: string,
  type: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const path = `/${encodeURIComponent(id)}/export`;
  return drive.bytes(
    { mailbox: person, scope: "drive", method: "GET", path, query: { mimeType: type } },
    10 * 1024 * 1024,
  );
}

/** The result of a call; null if the person can't see the target. */
export async function orMissing<Value>(call: Promise<Value>): Promise<Value | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof IntegrationError && error.status === 404) return null;
    throw error;
  }
}

/** Text of a file, with line feeds. */
export function textOfBytes(bytes: Uint8Array): string {
  return decodeText(bytes).replaceAll("\r\n", "\n");
}
