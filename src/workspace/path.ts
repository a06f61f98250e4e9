/**
 * The only place that defines workspace paths. A parsed path is NFC, relative, made of plain names, and ends
 * in an allowed suffix; no other code joins, splits or normalizes paths. Invalid paths are refused, never
 * repaired: two spellings never mean one file.
 */
import { AppError } from "../kernel/errors.ts";
import { mixesScripts } from "../kernel/look-alike.ts";
import { OVERLAY_CLASS, UNSEEN_CLASS } from "../kernel/unseen.ts";
import { FILE_SUFFIXES, WORKSPACE_LIMITS } from "./api/workspace-limits.ts";
import { lazy } from "../kernel/lazy.ts";

/** Special names by their folded form; other spellings of them are refused. */
const TOP_NAMES = new Map(
  ["MEMORY.md", "daily_notes", "areas", "skills", "accounts"].map((name) => [fold(name), name]),
);
const SKILL_FILE = "SKILL.md";
/** Suffix of skill scripts, which run only in the code sandbox. */
const SCRIPT_SUFFIX = ".js";
const SKILL_SCRIPT = /^skills\/(?:[^/]+\/)+scripts\/[^/]+$/;
/** Windows device names, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/** Names with a special meaning as object keys. */
const RESERVED = new Set(["__proto__", "constructor", "prototype"]);
/**
 * Characters that are invalid on some system or special in URLs. `%` is always refused, so that nothing is
 * ever decoded twice.
 */
const FORBIDDEN = /[\\:*?"<>|%#]/;
/** Characters that look like a slash, backslash or dot and are not normalized to one. */
const LOOK_ALIKES = /[\u2044\u2215\u2216\u29f5\u29f8\u29f9\u05c3\u0589\ua789\u2236\u02d0\u2e40]/;
/** Controls, invisible and unassigned characters, lone surrogates; whitespace other than a plain space. */
const invisible = lazy(() => new RegExp(String.raw`[${UNSEEN_CLASS}]|(?! )\p{Zs}`, "u"));

/** Overlay marks, and combining marks without a base letter. */
const struck = lazy(() => new RegExp(String.raw`[${OVERLAY_CLASS}]|(?:^|[^\p{L}\p{N}\p{M}])\p{M}`, "u"));

/**
 * Throws `invalid_path` for a path with a confusable word. Checked for new paths only, so that existing files
 * stay accessible.
 */
export function checkClear(path: string): void {
  if (struck().test(path)) throw invalid(path, "The path holds a mark that strikes out or frames a letter.");
  if (path.split(/[^\p{L}\p{M}]+/u).some(mixesScripts))
    throw invalid(path, "The path holds a word of letters from different alphabets that look alike.");
}

/** The canonical path of a file. Throws `invalid_path` with the reason. */
export function parseFilePath(raw: string): string {
  const path = parseNames(raw);
  const name = nameOf(path);
  const suffix = suffixOf(path);
  if (suffix === undefined) {
    if (SKILL_SCRIPT.test(path))
      throw invalid(raw, `A skill's scripts are JavaScript: their names end in ${SCRIPT_SUFFIX}.`);
    throw invalid(raw, `A file's name must end in ${FILE_SUFFIXES.join(", ")}.`);
  }
  if (name.length === suffix.length) throw invalid(raw, "A file needs a name before its suffix.");
  if (fold(name) === fold(SKILL_FILE) && name !== SKILL_FILE) {
    throw invalid(raw, `A skill's file is spelled ${SKILL_FILE}.`);
  }
  return path;
}

/**
 * The canonical path of a folder; empty for the whole workspace. A trailing slash is allowed. Throws
 * `invalid_path`.
 */
export function parseFolderPath(raw: string): string {
  if (raw === "" || raw === "/") return "";
  const path = parseNames(raw.endsWith("/") ? raw.slice(0, -1) : raw);
  if (hasFileSuffix(nameOf(path))) throw invalid(raw, "A folder's name must not end like a file's.");
  return path;
}

/** Whether a path can only be a file's; paths that are neither are refused by the parsers. */
export function isFilePath(raw: string): boolean {
  return hasFileSuffix(raw);
}

/** Equal for paths that a case-insensitive file system would treat as one. */
export function pathKey(path: string): string {
  return fold(path);
}

/** The parent folder of a path; empty at the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** All parent folders of a path, outermost first. */
export function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Whether a path is a folder itself or lies in it; the empty folder contains everything. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** SQL GLOB of accounts' sources. */
export const SOURCE_GLOB = "accounts/*/sources/*";

/**
 * Whether a file is an account's source: it counts towards a separate quota, and prompts never include it
 * automatically.
 */
export function isAccountSource(path: string): boolean {
  return /^accounts\/.+\/sources\/./.test(path);
}

function parseNames(raw: string): string {
  if (raw === "") throw invalid(raw, "The path is empty.");
  // Checked before normalizing, which is costly for long input.
  if (raw.length > 4 * WORKSPACE_LIMITS.pathBytes) throw invalid(raw, TOO_LONG);
  if (invisible().test(raw)) throw invalid(raw, "The path holds an invisible character.");
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
    throw invalid(raw, "A path must be relative, with single slashes between names and none at the ends.");
  const ends = endsProblem(name);
  if (ends !== null) throw invalid(raw, ends);
  const forbidden = FORBIDDEN.exec(name);
  if (forbidden !== null) throw invalid(raw, `A name can’t contain ${forbidden[0]}.`);
  if (DEVICE.test(name) || RESERVED.has(name.toLowerCase()))
    throw invalid(raw, `The name ${name} is reserved.`);
  if (bytesOf(name) > WORKSPACE_LIMITS.nameBytes) {
    throw invalid(raw, `A name has at most ${WORKSPACE_LIMITS.nameBytes} bytes.`);
  }
  if (isFolder && hasFileSuffix(name)) throw invalid(raw, "A folder's name must not end like a file's.");
}

/** A problem with the first or last character of a name; null if there is none. */
function endsProblem(name: string): string | null {
  if (name === "." || name === "..") return "A path can’t point upwards or at itself.";
  if (name.startsWith(".")) return "A name can’t start with a dot.";
  if (name.startsWith("~") || name.startsWith("-")) return `A name can’t start with ${name[0]}.`;
  if (name !== name.trim() || name.endsWith("."))
    return "A name can’t start or end with a space, or end with a dot.";
  return null;
}

/** The allowed suffix of a path; undefined if it has none. */
function suffixOf(path: string): string | undefined {
  if (SKILL_SCRIPT.test(path) && path.endsWith(SCRIPT_SUFFIX)) return SCRIPT_SUFFIX;
  return FILE_SUFFIXES.find((known) => path.endsWith(known));
}

function hasFileSuffix(name: string): boolean {
  return [...FILE_SUFFIXES, SCRIPT_SUFFIX].some((suffix) => name.toLowerCase().endsWith(suffix));
}

/** Uppercase and back, because some letters have two lowercase forms. */
function fold(text: string): string {
  return text.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * The message repeats only as much of the path as a person needs to recognize it, and never hides what made
 * it invalid.
 */
function invalid(raw: string, reason: string): AppError {
  const shown = raw.slice(0, 120).replace(/[^\x20-\x7e]/g, "?");
  return new AppError("invalid_path", `${reason}`, { details: { path: shown } });
}
