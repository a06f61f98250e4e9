/**
 * The files a question about accounts is probably answered from: how things stand, and what clients wrote or said
 * that shares the question's words, else the newest. Gathered by code, so that one model call can answer.
 */
import { plainWords } from "../kernel/plain-words.ts";
import { findFile, listFiles, type WorkspaceDeps } from "../workspace/index.ts";
import { telling } from "./likeness.ts";
import { accountFile } from "./store.ts";

/** A part of a file; `fromLine` is the number of its first line. */
export interface LaidFile {
  readonly path: string;
  readonly fromLine: number;
  readonly text: string;
}

/** Characters of all files together, of a state, and of a source. */
const ALL_CHARS = 4_600;
const STATE_CHARS = 1_600;
const SOURCE_CHARS = 900;
/** Sources whose words are compared with the question's. */
const COMPARED = 24;
/** Files listed to find them. */
const LISTED = 500;

/** What is laid out for an account. `sources`: how many it has on record. */
export interface AccountMaterial {
  readonly files: readonly LaidFile[];
  readonly sources: number;
}

/** The material of one account within `maxChars`. */
export async function accountMaterial(
  files: WorkspaceDeps,
  id: string,
  question: string,
  maxChars = ALL_CHARS,
): Promise<AccountMaterial> {
  const path = accountFile(id, "state.md");
  const [state, sources] = await Promise.all([findFile(files, path), newestOf(files, id)]);
  const laid: LaidFile[] =
    state === null
      ? []
      : [{ path, fromLine: 1, text: state.content.slice(0, Math.min(STATE_CHARS, maxChars)) }];
  let left = maxChars - (laid[0]?.text.length ?? 0);
  const asked = telling(question).map(({ start }) => start);
  for (const one of await ranked(files, sources.slice(0, COMPARED), asked)) {
    if (one.text.length > left) continue;
    laid.push(one);
    left -= one.text.length;
  }
  return { files: laid, sources: sources.length };
}

/** The files with sources' words, newest first: the day begins a source's folder. */
async function newestOf(files: WorkspaceDeps, id: string): Promise<string[]> {
  const listed = await listFiles(files, { under: `accounts/${id}/sources`, limit: LISTED });
  const dayOf = (path: string): string => path.split("/").at(-2) ?? "";
  return listed
    .map(({ path }) => path)
    .filter((path) => path.endsWith("/raw.txt"))
    .toSorted((one, other) => (dayOf(one) < dayOf(other) ? 1 : -1));
}

/** Passages of the sources: those with most of the question's words first, then the newest. */
async function ranked(
  files: WorkspaceDeps,
  paths: readonly string[],
  asked: readonly string[],
): Promise<LaidFile[]> {
  const read = await Promise.all(
    paths.map(async (path) => {
      const content = (await findFile(files, path))?.content ?? "";
      return { held: heldIn(content, asked), laid: { path, ...passageOf(content, asked) } };
    }),
  );
  return read
    .filter(({ laid }) => laid.text !== "")
    .toSorted((one, other) => other.held - one.held)
    .map(({ laid }) => laid);
}

function heldIn(text: string, asked: readonly string[]): number {
  const words = [...new Set(plainWords(text))];
  return asked.filter((start) => words.some((word) => word.startsWith(start))).length;
}

/** The whole text, or its lines with most of the question's words. */
export function passageOf(content: string, asked: readonly string[]): Omit<LaidFile, "path"> {
  const text = content.trimEnd();
  if (text.length <= SOURCE_CHARS) return { fromLine: 1, text };
  const lines = text.split("\n");
  let best = { held: -1, fromLine: 1, text: "" };
  for (let from = 0; from < lines.length; from += 3) {
    const passage = fitting(lines.slice(from));
    const held = heldIn(passage, asked);
    if (held > best.held) best = { held, fromLine: from + 1, text: passage };
  }
  return { fromLine: best.fromLine, text: best.text };
}

/** As many of the lines as fit; a longer first line is cut. */
function fitting(lines: readonly string[]): string {
  let chars = 0;
  const count = lines.findIndex((line) => (chars += line.length + 1) > SOURCE_CHARS);
  const kept = count < 0 ? lines : lines.slice(0, Math.max(1, count));
  return kept.join("\n").slice(0, SOURCE_CHARS);
}
