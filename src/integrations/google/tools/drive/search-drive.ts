import * as z from "zod";
import { FOLDER_TYPE, type DriveFile } from "../../drive.ts";
import type { Json } from "../../../../kernel/hash.ts";
import { isoTime } from "../../../../kernel/clock.ts";
import { localTime, momentOf } from "../../../../kernel/local-time.ts";
import { defineTool, retry } from "../../../../agent/tools/define-tool.ts";
import type { DriveServices } from "./index.ts";
import { KIND_NAMES, kindOf, KINDS, sizeOf } from "./kinds.ts";
import { folderNamed } from "./named.ts";

const LIMIT = 20;
/** Limits for a folder search: subfolders and depth. */
const FOLDERS = 20;
const DEPTH = 3;

export const searchDrive = defineTool({
  name: "search_drive",
  title: "Search Google Drive",
  done: "Searched Google Drive",
  description:
    "Finds files in Google Drive by whole words of their names and contents: query 'lease Birch 3B', kind pdf. Or without query what changed last in a folder or since a day: folder Leases, changedSince 2026-11-16. " +
    "It sees what one person may open; the answer says who. Then read_document, read_sheet or read_pdf reads one.",
  keywords:
    "google drive files documents docs sheets spreadsheets folder find lease contract pdf scan shared drive rent roll list look for",
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(2)
      .max(200)
      .optional()
      .describe('Words that all stand in the file; "in quotation marks" a phrase'),
    kind: z.enum(KIND_NAMES).optional(),
    folder: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .optional()
      .describe("Name, id or link of a folder; those below it are looked into too"),
    changedSince: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, "must be a day like 2026-11-16")
      .optional(),
    page: z.string().min(1).max(3000).optional().describe("nextPage of the answer before"),
  }),
  effect: "read",
  lists: true,
  whenEmpty: "No file fits: all words must stand in it, whole. Try fewer or other words, or a folder alone.",
  egress: "provider",
  summarize: ({ query }) =>
    query === undefined ? "Looking into Google Drive" : `Searching Google Drive for ${query}`,
  looksAt: ({ query, folder }) => ({
    things: "Google Drive",
    asked: query ?? folder ?? "what changed last",
    askedIs: "words",
  }),
  async run({ query, kind, folder, changedSince, page }, services: DriveServices) {
    const inside = folder === undefined ? null : await folderNamed(services, folder);
    if (typeof inside === "string") return retry(inside);
    const folders = inside === null ? null : await withThoseBelow(services, inside);
    const found = await services.list(
      {
        words: query,
        types: kind === undefined ? undefined : KINDS[kind],
        folders: folders?.map(({ id }) => id),
        changedSince:
          changedSince === undefined ? undefined : isoTime(momentOf(changedSince, services.timeZone)),
      },
      { limit: LIMIT, page },
    );
    const names = await folderNames(services, found.files, folders ?? []);
    return {
      kind: "list",
      beside: {
        seenAs: services.seenAs,
        nextPage: found.next,
        ...(found.isPartial ? { partial: "Drive did not look through everything" } : {}),
        ...(folders !== null && folders.length >= FOLDERS ? { folders: `only the first ${FOLDERS}` } : {}),
      },
      items: found.files.map((file) => lineOf(file, names, services.timeZone)),
      more: found.next !== null,
      keep: "first",
    };
  },
});

/** A folder and its subfolders, nearest first. */
async function withThoseBelow(services: DriveServices, top: DriveFile): Promise<readonly DriveFile[]> {
  const all = [top];
  let level: readonly DriveFile[] = all;
  for (let depth = 0; depth < DEPTH && level.length > 0 && all.length < FOLDERS; depth++) {
    const { files } = await services.list(
      { types: [FOLDER_TYPE], folders: level.map(({ id }) => id) },
      { limit: FOLDERS - all.length },
    );
    level = files.filter(({ id }) => all.every((known) => known.id !== id));
    all.push(...level);
  }
  return all;
}

/** Names of the parent folders by ID; folders the person can't see are missing. */
async function folderNames(
  services: DriveServices,
  files: readonly DriveFile[],
  known: readonly DriveFile[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const asked = [...new Set(files.flatMap(({ parents }) => parents))].filter((id) => !names.has(id));
  const found = await Promise.all(asked.slice(0, LIMIT).map((id) => services.file(id)));
  for (const folder of found) if (folder !== null) names.set(folder.id, folder.name);
  return names;
}

function lineOf(file: DriveFile, names: ReadonlyMap<string, string>, timeZone: string): Json {
  return {
    id: file.id,
    name: file.name,
    kind: kindOf(file),
    folder: names.get(file.parents[0] ?? "") ?? null,
    owner: file.owner,
    changed: localTime(file.modifiedAt, timeZone),
    changedBy: file.changedBy,
    size: sizeOf(file.sizeBytes),
    link: file.link,
  };
}
