/** What a model is asked about an e-mail: its sender, the first it went to, subject, day and beginning. The same is asked about once. Pure. */
import { canonicalJson, sha256Hex } from "../../kernel/hash.ts";
import type { KnowledgeKind } from "../api/knowledge.ts";

/** Of an e-mail's own words so many characters are read. */
export const BODY_CHARS = 3_000;
/** What stands around them, about: names, subject, marks. */
export const HEAD_CHARS = 300;
const RECIPIENTS = 3;

/** What of an e-mail on record is asked about. */
export interface MailWords {
  readonly title: string;
  readonly at: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

/** The question. What is from outside stands between marks that it can't close. */
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

/** Names what is asked about. */
function summaryKeyOf(mail: MailWords): Promise<string> {
  return sha256Hex(canonicalJson(summaryQuestion(mail)));
}

/** What is known of the summary of a thing as it is now: that of the same words stays. */
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
