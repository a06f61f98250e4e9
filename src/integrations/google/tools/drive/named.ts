/** Finds files by name or link; a string is an error for the model. */
import * as z from "zod";
import { FOLDER_TYPE, type DriveFile } from "../../drive.ts";
import type { DriveServices } from "./index.ts";
import { kindOf } from "./kinds.ts";

const MAX_NAMED = 10;
const ID = /^[\w-]{15,120}$/;

export const fileField = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe("Id as search_drive returns it, the link, or the exact name: Rent roll");

/** The ID in a Drive, Docs or Sheets link, or a bare ID. */
function idIn(asked: string): string | null {
  const [, inPath] = /\/(?:d|folders)\/([\w-]{15,120})/.exec(asked) ?? [];
  const [, inQuery] = /^https:.*[?&]id=([\w-]{15,120})/.exec(asked) ?? [];
  return inPath ?? inQuery ?? (ID.test(asked) ? asked : null);
}

/** The single matching file. */
export function fileNamed(services: DriveServices, asked: string): Promise<DriveFile | string> {
  return oneNamed(services, asked, undefined);
}

/** The single matching folder. */
export async function folderNamed(services: DriveServices, asked: string): Promise<DriveFile | string> {
  const found = await oneNamed(services, asked, [FOLDER_TYPE]);
  if (typeof found === "string" || found.type === FOLDER_TYPE) return found;
  return `${found.name} is a file, not a folder.`;
}

async function oneNamed(
  services: DriveServices,
  asked: string,
  types: readonly string[] | undefined,
): Promise<DriveFile | string> {
  const id = idIn(asked);
  const byId = id === null ? null : await services.file(id);
  if (byId !== null && !byId.trashed) return byId;
  const { files } = await services.list({ name: asked, types }, { limit: MAX_NAMED + 1 });
  const [file, ...others] = files;
  if (file !== undefined && others.length === 0) return file;
  if (file !== undefined) return `Several are called "${asked}". Say which: ${fileLines(files)}.`;
  const { files: near } = await services.list({ words: asked, types }, { limit: MAX_NAMED });
  const what = types === undefined ? "file" : "folder";
  const none = `${services.person.name} can open no ${what} "${asked}".`;
  return near.length === 0
    ? `${none} search_drive finds files by their words.`
    : `${none} Near it: ${fileLines(near)}.`;
}

function fileLines(files: readonly DriveFile[]): string {
  return files
    .slice(0, MAX_NAMED)
    .map((file) => `${file.name} (${kindOf(file)}, ${file.id})`)
    .join("; ");
}
