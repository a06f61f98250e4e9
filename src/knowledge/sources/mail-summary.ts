/** The summary prompt input of an e-mail: sender, first recipient, subject, day and beginning. Equal input is submitted once. Pure. */
import { canonicalJson, sha256Hex } from "../../kernel/hash.ts";
import type { KnowledgeKind } from "../api/knowledge.ts";

/** Maximum characters of an e-mail's own text. */
export const BODY_CHARS = 3_000;
/** Approximate overhead: names, subject, delimiters. */
export const HEAD_CHARS = 300;
const RECIPIENTS = 3;

interface MailWords {
  readonly title: string;
  readonly at: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

/** The prompt. External text is enclosed in delimiters that it can't close. */
export function summaryQuestion({ title, at, facts, text }: MailWords): string {
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
    text.slice(0, BODY_CHARS),
  ];
  return `<email>\n${lines.join("\n").replaceAll(/<\/?email>/gi, "")}\n</email>`;
}

/** Hash of the summarized content. */
function summaryKeyOf(mail: MailWords): Promise<string> {
  return sha256Hex(canonicalJson(summaryQuestion(mail)));
}

/** The summary state of an item's current text; an unchanged text keeps its summary. */
export async function summaryStateOf(
  kind: KnowledgeKind,
  mail: MailWords,
  known: { readonly summaryKey: string | null } | undefined,
): Promise<{ summaryKey: string | null; summary?: null; summarizedAt?: null }> {
  if (kind !== "email" || mail.text.trim() === "")
    return { summaryKey: null, summary: null, summarizedAt: null };
  const summaryKey = await summaryKeyOf(mail);
  return known?.summaryKey === summaryKey
    ? { summaryKey }
    : { summaryKey, summary: null, summarizedAt: null };
}
