/** The line of a list for an approval. Pure. */
import { inSentence } from "../../platform/api/in-sentence.ts";
import type { Approval, ApprovalRow } from "./approval.ts";
import { receiptTime, receiptWords } from "./receipt-words.ts";

const TITLE_CHARS = 56;
const TARGET_CHARS = 44;
const NAME_CHARS = 30;
const WORDS_CHARS = 80;
const WHY_CHARS = 44;
const NUMBERS = 3;

/** What several of a draft are called; null if its effects are of different kinds. */
export function nounOf(effects: Approval["effects"]): string | null {
  const [noun = null, ...others] = new Set(
    effects.map(({ words }) => (words.message === null ? words.plural : `${words.message}s`)),
  );
  return others.length === 0 ? noun : null;
}

/** At most 1 KiB as JSON. */
export function toRow(approval: Approval): ApprovalRow {
  const { effects, lints, decidedBy, changesRequested } = approval;
  const at = receiptTime(approval) ?? approval.decidedAt ?? approval.createdAt;
  const why = approval.reason ?? (approval.status === "stale" ? approval.staleReason : null);
  const waits = effects.find((effect) => effect.waits)?.waits;
  const numbers = numbersOf(approval);
  return {
    id: approval.id,
    conversationId: approval.conversationId,
    turnId: approval.turnId,
    status: approval.status,
    tool: approval.tool,
    title: short(approval.title, TITLE_CHARS),
    target: short(approval.target, TARGET_CHARS),
    effectHash: approval.effectHash,
    urgent: approval.urgent,
    createdAt: approval.createdAt,
    expiresAt: approval.expiresAt,
    executeAfter: approval.executeAfter,
    decidedBy: decidedBy === null ? null : { ...decidedBy, name: short(decidedBy.name, NAME_CHARS) },
    decidedAt: approval.decidedAt,
    edited: approval.edited,
    ...(changesRequested === true ? { changesRequested } : {}),
    undoable: approval.undoable,
    version: approval.version,
    kind: short(kindName(approval), NAME_CHARS),
    plural: nounOf(effects),
    isMessage: effects.some(({ words }) => words.message !== null),
    words: short(wordsOf(approval), WORDS_CHARS),
    toCheck: lints.filter(({ level }) => level !== "info").length,
    ...(numbers.length === 0 ? {} : { numbers }),
    ...(approval.status === "done"
      ? { receipt: { words: short(receiptWords(approval), WHY_CHARS), at } }
      : {}),
    ...(why === null ? {} : { why: short(why, WHY_CHARS) }),
    ...(waits === undefined ? {} : { waitsFor: waits.for }),
    ...(approval.replacedBy ? { isReplaced: true as const } : {}),
  };
}

/** `Text message`; `New contact and text message`; `3 text messages`. */
export function kindName({ effects, title }: Pick<Approval, "effects" | "title">): string {
  const [first = "", ...rest] = new Set(effects.map(({ words }) => words.name));
  if (first === "") return title;
  if (rest.length === 0 && effects.length > 1) return `${effects.length} ${effects[0]?.words.plural ?? ""}`;
  return [first, ...rest.map(inSentence)].join(" and ");
}

/** The words that would be sent, or what would change. */
function wordsOf({ effects, title }: Approval): string {
  for (const { layout, leaves } of effects) {
    const path = layout.find(({ role }) => role === "body")?.path;
    const body = leaves.find((leaf) => leaf.path === path);
    if (typeof body?.value === "string" && body.value !== "") return body.shown;
  }
  return effects[0]?.title ?? title;
}

function numbersOf({ effects }: Approval): string[] {
  const numbers = effects.flatMap(({ document: { to } }) =>
    typeof to === "object" && to !== null && "number" in to && typeof to["number"] === "string"
      ? [to["number"]]
      : [],
  );
  return [...new Set(numbers)].slice(0, NUMBERS);
}

function short(text: string, chars: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= chars ? line : `${line.slice(0, chars - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
