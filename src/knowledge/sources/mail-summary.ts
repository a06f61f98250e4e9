/** What the model reads of an item to summarize it: its heading and its beginning. Equal input is submitted once. Pure. */
import { canonicalJson, sha256Hex } from "../../kernel/hash.ts";
import type { KnowledgeKind } from "../api/knowledge.ts";

/** Maximum characters of an item's own text. */
const BODY_CHARS: Readonly<Record<KnowledgeKind, number>> = {
  email: 3_000,
  document: 8_000,
  event: 3_000,
  issue: 3_000,
};
/** Approximate overhead: names, subject, delimiters. */
export const HEAD_CHARS = 300;
/** Other kinds than e-mails are summarized from this length on. */
export const LONG_CHARS = 2_000;
const RECIPIENTS = 3;
const PEOPLE = 5;

interface ItemWords {
  readonly kind: KnowledgeKind;
  readonly title: string;
  readonly at: string;
  readonly people: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

/** The number of characters of an item that are submitted; 0 if it isn't summarized. */
export function summarizedChars(kind: KnowledgeKind, chars: number): number {
  return kind !== "email" && chars < LONG_CHARS ? 0 : Math.min(chars, BODY_CHARS[kind]);
}

/** The prompt. External text is enclosed in delimiters that it can't close. */
export function summaryQuestion(item: Omit<ItemWords, "people"> & Partial<ItemWords>): string {
  const { kind, title, at, people = [], facts, text } = item;
  const body = text.slice(0, BODY_CHARS[kind]);
  if (kind === "email") return mailQuestion(title, at, facts, body);
  const lines = [
    `Kind: ${NAMES[kind]}`,
    `Title: ${title}`,
    `Date: ${at}`,
    ...(people.length === 0 ? [] : [`People: ${people.slice(0, PEOPLE).join(", ")}`]),
    ...facts.map(([name, value]) => `${name}: ${value}`),
    "",
    body,
  ];
  return `<item>\n${lines.join("\n").replaceAll(/<\/?item>/gi, "")}\n</item>`;
}

const NAMES: Readonly<Record<KnowledgeKind, string>> = {
  email: "e-mail",
  document: "document",
  event: "calendar event",
  issue: "task",
};

function mailQuestion(title: string, at: string, facts: ItemWords["facts"], body: string): string {
  const fact = (name: string): string => facts.find(([one]) => one === name)?.[1] ?? "";
  const to = fact("To")
    .split(",")
    .slice(0, RECIPIENTS)
    .map((one) => one.trim());
  const lines = [
    `From: ${fact("From")}`,
    `To: ${to.join(", ")}`,
    `Subject: ${title}`,
    `Date: ${at}`,
    "",
    body,
  ];
  return `<email>\n${lines.join("\n").replaceAll(/<\/?email>/gi, "")}\n</email>`;
}

const UNASKED = { summary: null, said: null, summarizedAt: null } as const;

/** The summary state of an item's current text; an unchanged text keeps its summary. */
export async function summaryStateOf(
  item: ItemWords,
  known: { readonly summaryKey: string | null } | undefined,
): Promise<{ summaryKey: string | null; summary?: null; said?: null; summarizedAt?: null }> {
  if (item.text.trim() === "" || summarizedChars(item.kind, item.text.length) === 0)
    return { summaryKey: null, ...UNASKED };
  const summaryKey = await sha256Hex(canonicalJson(summaryQuestion(item)));
  return known?.summaryKey === summaryKey ? { summaryKey } : { summaryKey, ...UNASKED };
}
