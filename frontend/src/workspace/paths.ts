/** Workspace paths as the pages use them. Only the server decides which paths are valid; this gives names, parents and early errors. Pure. */

/** Files of the workspace; everything else is a folder. */
const FILE = /\.(?:md|txt|json|csv)$/i;

export function isFile(path: string): boolean {
  return FILE.test(path);
}

/** Without slashes at the ends; the top is the empty path. */
export function tidyPath(path: string): string {
  return path.split("/").filter(Boolean).join("/");
}

export function parentOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}

export function nameOf(path: string): string {
  return path.split("/").at(-1) ?? "";
}

export function inFolder(folder: string, name: string): string {
  return tidyPath(`${folder}/${name}`);
}

/** Whether a path is the folder itself or below it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** The entries that would move to a folder: not those already in it, nor a folder into itself. */
export function movable<Entry extends { readonly path: string }>(
  entries: readonly Entry[],
  folder: string,
): Entry[] {
  return entries.filter(
    ({ path }) =>
      parentOf(path) !== folder && !isWithin(folder, path) && inFolder(folder, nameOf(path)) !== path,
  );
}

/** The way from the top to a path, each step with its name. */
export function crumbsOf(path: string): { readonly path: string; readonly name: string }[] {
  const names = tidyPath(path).split("/").filter(Boolean);
  return names.map((name, index) => ({ path: names.slice(0, index + 1).join("/"), name }));
}

/** Why a new name won't work, before asking the server; null if it may. */
export function nameProblem(name: string, kind: "file" | "folder", taken: readonly string[]): string | null {
  const typed = tidyPath(name.trim());
  if (typed === "") return "Enter a name.";
  if (typed.split("/").some((part) => part === "." || part === "..")) return "A name can’t be “.” or “..”.";
  if (kind === "file" && !isFile(typed) && /\.[^./]+$/.test(nameOf(typed)))
    return "File names end in .md, .txt, .json, or .csv.";
  if (kind === "folder" && isFile(typed)) return "That’s a file name.";
  const full = kind === "file" ? withSuffix(typed) : typed;
  if (taken.some((one) => one.toLowerCase() === full.toLowerCase())) return "That name is taken.";
  return null;
}

/** A file's name as it will be: Markdown unless it says otherwise. */
export function withSuffix(name: string): string {
  const typed = tidyPath(name.trim());
  return isFile(typed) ? typed : `${typed}.md`;
}

/** `312 bytes`, `4.2 KB`, `1.3 MB`. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes.toLocaleString("en-US")} ${bytes === 1 ? "byte" : "bytes"}`;
  const kilo = bytes / 1000;
  if (kilo < 999.5) return `${kilo < 10 ? kilo.toFixed(1) : Math.round(kilo)} KB`;
  return `${(kilo / 1000).toFixed(1)} MB`;
}

/** The purpose of top-level folders and files, for newcomers. */
export function purposeOf(path: string): string | null {
  const top = path.split("/")[0] ?? "";
  if (path === "MEMORY.md") return "What Steward knows in every conversation";
  if (path !== top) return null;
  return PURPOSES[top] ?? null;
}

const PURPOSES: Readonly<Record<string, string>> = {
  areas: "Lasting knowledge, one file per topic",
  daily_notes: "What happened, day by day",
  skills: "How to do a certain kind of work",
  accounts: "What you know about each client",
};

/** A text split at search matches; `marks` are ranges [from, to) from the server. */
export function markedPieces(
  text: string,
  marks: readonly (readonly [number, number])[],
): { readonly text: string; readonly hit: boolean }[] {
  const pieces: { text: string; hit: boolean }[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    if (start < from || end <= start) continue;
    if (start > from) pieces.push({ text: text.slice(from, start), hit: false });
    pieces.push({ text: text.slice(start, end), hit: true });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), hit: false });
  return pieces;
}
