/**
 * The one place that decides what a path of the workspace is. A path that left here is NFC, relative, made of plain names, and ends in a
 * suffix of the list; nothing else in the product joins, splits or normalises paths on its own. What is refused is refused, never repaired:
 * two spellings never mean one file.
 */
import { AppError } from "../kernel/errors.ts";
import { mixesScripts } from "../kernel/look-alike.ts";
import { OVERLAY_CLASS, UNSEEN_CLASS } from "../kernel/unseen.ts";
import { FILE_SUFFIXES, WORKSPACE_LIMITS } from "./api/workspace-limits.ts";

/** Names whose spelling means something, by their folded form; another spelling of them is refused. */
const TOP_NAMES = new Map(
  ["MEMORY.md", "daily_notes", "areas", "skills", "accounts"].map((name) => [fold(name), name]),
);
const SKILL_FILE = "SKILL.md";
/** Scripts of skills, which run in the code sandbox alone, are the only files of this suffix. */
const SCRIPT_SUFFIX = ".js";
const SKILL_SCRIPT = /^skills\/(?:[^/]+\/)+scripts\/[^/]+$/;
/** Names that are devices on Windows, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/** Names that mean something to programs that hold files as keys. */
const RESERVED = new Set(["__proto__", "constructor", "prototype"]);
/** Not in a name on some system, or with a meaning in addresses. `%` is refused whole: nothing here is ever decoded twice. */
const FORBIDDEN = /[\\:*?"<>|%#]/;
/** Characters that look like a slash, a backslash or a dot without becoming one by normalisation. */
const LOOK_ALIKES = /[\u2044\u2215\u2216\u29f5\u29f8\u29f9\u05c3\u0589\ua789\u2236\u02d0\u2e40]/;
/** Controls, invisible and unassigned characters, lone surrogates; white space other than the plain space. */
const INVISIBLE = new RegExp(String.raw`[${UNSEEN_CLASS}]|(?! )\p{Zs}`, "u");

/** Marks drawn over letters, and marks with no letter to stand on. */
const STRUCK = new RegExp(String.raw`[${OVERLAY_CLASS}]|(?:^|[^\p{L}\p{N}\p{M}])\p{M}`, "u");

/**
 * Throws `invalid_path` for a path with a word that could be taken for another one. Asked of new paths alone: what has such a name from before stays
 * within reach.
 */
export function checkClear(path: string): void {
  if (STRUCK.test(path)) throw invalid(path, "The path holds a mark that strikes out or frames a letter.");
  if (path.split(/[^\p{L}\p{M}]+/u).some(mixesScripts))
    throw invalid(path, "The path holds a word of letters from different alphabets that look alike.");
}

/** A file's path, canonical. Throws `invalid_path` with the reason. */
export function parseFilePath(raw: string): string {
  const path = parseNames(raw);
  const name = nameOf(path);
  const suffix = suffixOf(path);
  if (suffix === undefined) {
    throw invalid(raw, `A file's name must end in ${FILE_SUFFIXES.join(", ")}.`);
  }
  if (name.length === suffix.length) throw invalid(raw, "A file needs a name before its suffix.");
  if (fold(name) === fold(SKILL_FILE) && name !== SKILL_FILE) {
    throw invalid(raw, `A skill's file is spelled ${SKILL_FILE}.`);
  }
  return path;
}

/** A folder's path, canonical; empty for the whole workspace. One slash at the end is allowed. Throws `invalid_path`. */
export function parseFolderPath(raw: string): string {
  if (raw === "" || raw === "/") return "";
  const path = parseNames(raw.endsWith("/") ? raw.slice(0, -1) : raw);
  if (hasFileSuffix(nameOf(path))) throw invalid(raw, "A folder's name must not end like a file's.");
  return path;
}

/** Whether a path can only be a file's; what is neither is refused by the parsers. */
export function isFilePath(raw: string): boolean {
  return hasFileSuffix(raw);
}

/** What two paths have in common that a file system without case would take for one. */
export function pathKey(path: string): string {
  return fold(path);
}

/** The folder a path is in; empty at the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** All folders a path is in, the outermost first. */
export function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

/** A name inside a folder. */
export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Whether a path is a folder itself or lies in it; everything lies in the empty one. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** Files that are filed with accounts, as SQL's GLOB has them. */
export const SOURCE_GLOB = "accounts/*/sources/*";

/** Whether a file is filed with an account: it counts to a quota of its own, and no prompt tells of it by itself. */
export function isAccountSource(path: string): boolean {
  return /^accounts\/.+\/sources\/./.test(path);
}

function parseNames(raw: string): string {
  if (raw === "") throw invalid(raw, "The path is empty.");
  // Before normalising: a long text is not worth the work.
  if (raw.length > 4 * WORKSPACE_LIMITS.pathBytes) throw invalid(raw, TOO_LONG);
  if (INVISIBLE.test(raw)) throw invalid(raw, "The path holds an invisible character.");
  const path = raw.normalize("NFC");
  if (path !== raw.normalize("NFKC") || LOOK_ALIKES.test(path)) {
    throw invalid(raw, "The path holds a character that stands for another one. Write plain letters.");
  }
  if (bytesOf(path) > WORKSPACE_LIMITS.pathBytes) throw invalid(raw, TOO_LONG);
  const names = path.split("/");
  if (names.length > WORKSPACE_LIMITS.depth) {
    throw invalid(raw, `A path has at most ${WORKSPACE_LIMITS.depth} names.`);
  }
  for (const [index, name] of names.entries()) checkName(raw, name, index < names.length - 1);
  const top = names[0] ?? "";
  const spelled = TOP_NAMES.get(fold(top));
  if (spelled !== undefined && spelled !== top) throw invalid(raw, `This name is spelled ${spelled}.`);
  return path;
}

const TOO_LONG = `A path has at most ${WORKSPACE_LIMITS.pathBytes} bytes.`;

function checkName(raw: string, name: string, isFolder: boolean): void {
  if (name === "")
    throw invalid(raw, "A path is relative, with one slash between names and none at its ends.");
  const ends = endsProblem(name);
  if (ends !== null) throw invalid(raw, ends);
  const forbidden = FORBIDDEN.exec(name);
  if (forbidden !== null) throw invalid(raw, `A name cannot hold ${forbidden[0]}.`);
  if (DEVICE.test(name) || RESERVED.has(name.toLowerCase()))
    throw invalid(raw, `The name ${name} is reserved.`);
  if (bytesOf(name) > WORKSPACE_LIMITS.nameBytes) {
    throw invalid(raw, `A name has at most ${WORKSPACE_LIMITS.nameBytes} bytes.`);
  }
  if (isFolder && hasFileSuffix(name)) throw invalid(raw, "A folder's name must not end like a file's.");
}

/** What is wrong with how a name begins and ends; null where nothing is. */
function endsProblem(name: string): string | null {
  if (name === "." || name === "..") return "A path cannot point upwards or at itself.";
  if (name.startsWith(".")) return "A name cannot start with a dot.";
  if (name.startsWith("~") || name.startsWith("-")) return `A name cannot start with ${name[0]}.`;
  if (name !== name.trim() || name.endsWith("."))
    return "A name cannot start or end in a space, or end in a dot.";
  return null;
}

/** The suffix that makes a path a file's; undefined for a path that cannot be one's. */
function suffixOf(path: string): string | undefined {
  if (SKILL_SCRIPT.test(path) && path.endsWith(SCRIPT_SUFFIX)) return SCRIPT_SUFFIX;
  return FILE_SUFFIXES.find((known) => path.endsWith(known));
}

function hasFileSuffix(name: string): boolean {
  return [...FILE_SUFFIXES, SCRIPT_SUFFIX].some((suffix) => name.toLowerCase().endsWith(suffix));
}

/** Upper and back: one form for letters that have two lower ones. */
function fold(text: string): string {
  return text.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The path is not repeated in the message beyond what a person needs to recognise it, and never with what made it invalid invisible. */
function invalid(raw: string, reason: string): AppError {
  const shown = raw.slice(0, 120).replace(/[^\x20-\x7e]/g, "?");
  return new AppError("invalid_path", `${reason}`, { details: { path: shown } });
}
