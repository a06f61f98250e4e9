/**
 * Verifies an answer about accounts against what was read for it: quotes must match verbatim, and one of them
 * must be a client's words (`accounts/<number>/sources/…`). If an account has no such words, the answer says
 * so. Pure; no model.
 */
import type { Json } from "../../kernel/hash.ts";
import type { AccountCitation } from "../api/account-query.ts";
import type { Reading, VerifiedOutput } from "../../agent/define-agent.ts";

const SOURCE = /^accounts\/[1-9]\d{0,8}\/sources\//;
const NO_SOURCE = "No e-mail, call or text on record says this; it stands on the team's own files alone.";
const OF_LIST = "By the list of accounts as it stands now.";
/** The tool with which the desk gathers material before it asks the search agent. */
const LAID = "read_accounts";
const DROPPED = "A quote that stands in no file was left out.";

/** Text read from a file, and its first line number. */
interface ReadText {
  readonly text: string;
  readonly fromLine: number | null;
}

/** Verifies an output; `or` is what remains of it after the last attempt. */
export function verifyCitations(output: Json, readings: readonly Reading[]): VerifiedOutput {
  const {
    answer = "",
    citations = [],
    notes = [],
  } = output as {
    readonly answer?: string;
    readonly citations?: readonly { readonly path: string; readonly quote: string }[];
    readonly notes?: readonly string[];
  };
  const texts = textsOf(readings);
  const checked = citations.map((one) => ({ one, found: placeOf(one, texts) }));
  const proven = checked.flatMap(({ found }) => found ?? []);
  const false_ = checked.flatMap(({ one, found }) => (found === null ? [one] : []));
  const hasSource = proven.some(({ path }) => SOURCE.test(path));
  const isOfList = isOfTheList(citations, readings);
  const isSearched = !hasSource && (isOfList || knowsOfNoSource(readings));
  const issues = [
    ...false_.map(
      ({ path, quote }) =>
        `- “${quote.slice(0, 120)}” doesn't stand so in what you read of ${path}. Quote it letter for letter, or leave it out.`,
    ),
    ...(hasSource || isSearched
      ? []
      : [
          "- No citation stands below accounts/<number>/sources/. Read what the client wrote or said (list_files, then raw.txt or summary.md), and quote it.",
        ]),
  ];
  const kept = {
    answer,
    citations: proven,
    notes: [
      ...notes,
      ...(false_.length === 0 ? [] : [DROPPED]),
      ...(hasSource ? [] : [isOfList ? OF_LIST : NO_SOURCE]),
    ],
    noPrimarySource: !hasSource,
  } as unknown as Json;
  return issues.length === 0
    ? { ok: true, output: kept }
    : { ok: false, issues: issues.join("\n"), or: kept };
}

/** The texts read, by path. */
function textsOf(readings: readonly Reading[]): Map<string, ReadText[]> {
  const texts = new Map<string, ReadText[]>();
  const add = (path: unknown, text: unknown, fromLine: number | null): void => {
    if (typeof path !== "string" || typeof text !== "string") return;
    texts.set(path, [...(texts.get(path) ?? []), { text, fromLine }]);
  };
  for (const { tool, content } of readings) {
    const data = parsed(content);
    if (tool === "read_file")
      add(data["path"], data["text"], typeof data["fromLine"] === "number" ? data["fromLine"] : 1);
    if (tool === LAID && Array.isArray(data["files"]))
      for (const { path, text, fromLine } of data["files"] as Record<string, unknown>[])
        add(path, text, typeof fromLine === "number" ? fromLine : 1);
    if (tool !== "search_files" || !Array.isArray(data["items"])) continue;
    for (const hit of data["items"] as Record<string, unknown>[]) {
      const around = [hit["before"] ?? [], hit["text"], hit["after"] ?? []].flat();
      add(hit["path"], around.filter((one) => typeof one === "string").join("\n"), null);
    }
  }
  return texts;
}

/** Where a quote is found; null if it is not. Only whitespace may differ. */
function placeOf(
  { path, quote }: { readonly path: string; readonly quote: string },
  texts: ReadonlyMap<string, readonly ReadText[]>,
): AccountCitation | null {
  const words = quote
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return null;
  const pattern = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("\\s+"));
  for (const { text, fromLine } of texts.get(path.replace(/^\//, "")) ?? []) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const before = text.slice(0, found.index).split("\n").length - 1;
    const first = (fromLine ?? 1) + before;
    const last = first + found[0].split("\n").length - 1;
    const lines = fromLine === null ? null : first === last ? String(first) : `${first}-${last}`;
    return { path: path.replace(/^\//, ""), quote: found[0], lines };
  }
  return null;
}

/**
 * Whether an answer rests on the account list only: statements about many accounts need no client's words.
 */
function isOfTheList(citations: readonly unknown[], readings: readonly Reading[]): boolean {
  return (
    citations.length === 0 &&
    readings.some(
      ({ tool, input }) =>
        tool === "search_descriptions" || (tool === LAID && input["account"] === undefined),
    ) &&
    !readings.some(({ tool }) => tool === "read_file" || tool === "search_files")
  );
}

/** Whether the run looked for clients' words and found none. */
function knowsOfNoSource(readings: readonly Reading[]): boolean {
  const looked = readings.some(
    ({ tool, input }) =>
      (tool === "list_files" && /^\/?accounts\/[1-9]\d*(?:\/sources)?\/?$/.test(folderOf(input))) ||
      (tool === "search_files" && folderOf(input).startsWith("accounts")) ||
      (tool === LAID && input["account"] !== undefined),
  );
  return looked && !readings.some(({ content }) => /accounts\/[1-9]\d*\/sources/.test(content));
}

function parsed(content: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(content);
    return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function folderOf(input: Reading["input"]): string {
  const folder = input["folder"];
  return typeof folder === "string" ? folder : "";
}
