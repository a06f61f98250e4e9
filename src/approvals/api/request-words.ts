/** What the drafts of one request are called together. Pure. */
import type { ApprovalRow } from "./approval.ts";

/** A draft of the request: whom it goes to or what it is about, and what several of it are called. */
export type RequestPart = Pick<ApprovalRow, "target" | "plural" | "isMessage">;

const NAMES = 2;

/** `10 texts to Maria Lopez, John Pruitt, and 8 more`, `2 drafts: Repairs and Maria Lopez`. */
export function requestTitle(parts: readonly RequestPart[]): string {
  const nouns = new Set(parts.map(({ plural }) => plural ?? "drafts"));
  const [noun = "drafts"] = nouns.size === 1 ? nouns : [];
  const isSent = parts.every(({ isMessage }) => isMessage);
  return `${parts.length} ${noun}${isSent ? " to" : ":"} ${namesOf(parts.map(({ target }) => nameOf(target)))}`;
}

/** Whom it goes to. The card has the number as well. */
export function nameOf(target: string): string {
  return target.replace(/, \+[\d ]+$/, "");
}

function namesOf(names: readonly string[]): string {
  const different = [...new Set(names)];
  const more = different.length - NAMES;
  if (more > 0) return `${different.slice(0, NAMES).join(", ")}, and ${more} more`;
  return different.join(" and ");
}
