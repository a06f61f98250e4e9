/**
 * The message by which a conversation learns what became of an approval. The agent reads it; sent text is
 * quoted as it left. Pure.
 */
import { leavesOf } from "../kernel/json-leaves.ts";
import { spokenTime } from "../kernel/local-time.ts";
import type { Receipt } from "./api/approval.ts";
import type { OutcomePart } from "../agent/api/message.ts";
import { editsBetween, isLeftOut, type Edit } from "./edits.ts";
import type { EffectBytes, EffectKinds } from "./ports.ts";
import { decisionOf, outcomeStateOf, problemOf, reasonOf, receiptOf, settledBy, verdictOf } from "./rows.ts";
import type { Loaded } from "./store.ts";
import { DIRECT_RULE, type ApprovalRow, type EffectRow } from "./types.ts";

/**
 * The outcome of an approval in a final state or one that needs a person; null otherwise. Times are in the
 * team's zone.
 */
export function outcomePart(
  kinds: EffectKinds,
  { row, effects }: Loaded,
  timeZone: string,
): OutcomePart | null {
  const state = outcomeStateOf(row);
  if (state === null) return null;
  const edits = verdictOf(row) === "approve" && row.edited ? editsOf(row, effects) : [];
  return {
    type: "outcome",
    approvalId: row.id,
    state,
    text: textOf({ kinds, row, effects, edits, timeZone, by: decisionOf(row)?.by.name ?? "somebody" }, state),
    receipts: effects.flatMap((effect) => {
      const receipt = receiptOf(effect);
      if (receipt === null) return [];
      const { summary, providerId, at } = receipt;
      return [{ effectIndex: effect.effectIndex, kind: effect.kind, summary, providerId, at }];
    }),
    decidedBy: settledBy(row)?.by.name ?? null,
    reason: reasonOf(row) ?? staleReasonOf(row),
    edits,
    ...(row.rule === DIRECT_RULE ? { direct: true, ...wordsOf(kinds, effects) } : {}),
    ...(row.status === "rejected" && row.redraft
      ? { changesRequested: true, ...wordsOf(kinds, effects) }
      : {}),
  };
}

function wordsOf(kinds: EffectKinds, effects: readonly EffectRow[]): Pick<OutcomePart, "words"> {
  const words = firstBody(kinds, effects);
  return words === undefined ? {} : { words };
}

/** The first message text among the effects. */
export function firstBody(kinds: EffectKinds, effects: readonly EffectBytes[]): string | undefined {
  const bodies = effects.flatMap((effect) => {
    const body = kinds.describe(effect).layout.find(({ role }) => role === "body");
    return leavesOf(effect.document).flatMap(({ path, value }) => (path === body?.path ? [value] : []));
  });
  return bodies.find((text) => typeof text === "string");
}

function staleReasonOf(row: ApprovalRow): string | null {
  return row.status === "stale" ? row.staleReason : null;
}

/** Changes between proposal and approval. */
function editsOf(row: ApprovalRow, effects: readonly EffectRow[]): Edit[] {
  return editsBetween(row.proposedEffects, effects);
}

interface Told {
  readonly kinds: EffectKinds;
  readonly row: ApprovalRow;
  readonly effects: readonly EffectRow[];
  readonly edits: readonly Edit[];
  readonly timeZone: string;
  readonly by: string;
}

function textOf(told: Told, state: OutcomePart["state"]): string {
  const { row, by } = told;
  if (row.rule === DIRECT_RULE) return directText(told, state);
  switch (state) {
    case "done":
      return doneText(told);
    case "failed":
      return [
        `Approved by ${by}, but it failed: ${row.title}.`,
        ...editLines(told),
        ...told.effects.map((effect) => `- ${effectLine(told, effect)}`),
        "Tell the person what was and what was not done. Do not repeat it without being asked.",
      ].join("\n");
    case "needs_human":
      return [
        `Approved by ${by}, but it is not known whether it was done: ${row.title}. A person has to check.`,
        ...told.effects.map((effect) => `- ${effectLine(told, effect)}`),
        "Do not propose it again before that is known.",
      ].join("\n");
    case "not_done":
      return notDoneText(told);
    case "rejected":
      return rejectionText(row, by);
    case "expired":
      return `No one decided in time, so it expired and nothing was sent: ${row.title}.`;
    case "stale":
      return `Not sent: ${row.title}, because it no longer fits: ${(staleReasonOf(row) ?? "things have moved on").replace(/\.$/, "")}. Look at what is new and draft it again if it is still needed.`;
    case "withdrawn":
      return withdrawalText(row);
  }
}

/** Names who settled or stopped it. */
function notDoneText({ row, effects }: Told): string {
  const said = effects.flatMap((effect) => (effect.status === "not_done" ? (effect.problem ?? []) : []));
  return `Not done, and it will not be: ${row.title}. ${said[0] ?? "A person checked."}`;
}

/** One line for a single effect, otherwise a list. */
function doneText(told: Told): string {
  const [only, ...others] = told.effects;
  const edits = editLines(told);
  if (only !== undefined && others.length === 0)
    return [`${effectLine(told, only)} Approved by ${told.by}.`, ...edits].join(" ");
  return [
    `Approved by ${told.by} and done:`,
    ...told.effects.map((effect) => `- ${effectLine(told, effect)}`),
    ...edits,
  ].join("\n");
}

/** Empty if the agent itself replaced the draft: it already knows. */
function withdrawalText(row: ApprovalRow): string {
  if (row.replacedById !== null) return "";
  const by = settledBy(row)?.by.name;
  const reason = reasonOf(row);
  return `Withdrawn${by === undefined ? "" : ` by ${by}`}${reason === null ? "" : ` (${reason})`}, nothing was sent: ${row.title}.`;
}

/** For a person's own action: the agent is informed and does nothing. */
function directText(told: Told, state: OutcomePart["state"]): string {
  const { row, by, effects } = told;
  const why = staleReasonOf(row) ?? reasonOf(row);
  const done =
    state === "done"
      ? ""
      : `, ${state === "needs_human" ? "and it is not known whether it was sent" : "but it was not sent"}`;
  return [
    `${by} did this themselves, not through you${done}${why === null ? "" : ` (${why})`}:`,
    ...effects.map((effect) => effectLine(told, effect)),
    "There is nothing for you to do about it.",
  ].join(" ");
}

function rejectionText(row: ApprovalRow, by: string): string {
  const given = reasonOf(row);
  const said = given === null ? "No reason was given." : `Reason: ${JSON.stringify(given)}`;
  if (row.status === "rejected" && row.redraft)
    return `${by} asked for changes, nothing was sent: ${row.title}. ${said} Draft it again with them; the new draft takes this one's place.`;
  const next = `Do not propose the same again${given === null ? "." : "; where the reason asks for something else, follow it."}`;
  return `Rejected by ${by}, nothing was sent: ${row.title}. ${said} ${next}`;
}

/** One sentence per change. New text is left out here because the outcome quotes it. */
function editLines({ kinds, row, effects, edits, by }: Told): string[] {
  const wrote = new Set(row.wroteSince?.map(({ index }) => `/${index}`));
  const words = edits.flatMap((edit): string[] => {
    if (isLeftOut(edit)) {
      return wrote.has(edit.path)
        ? [
            `Left out automatically, because the recipient wrote after it was drafted: ${edit.from}. They have not been told.`,
          ]
        : [`${by} left out: ${edit.from}.`];
    }
    const field = fieldOf(kinds, effects, edit.path);
    if (field?.role === "body") return [`${by} changed the words of your draft.`];
    // Other fields of a changed recipient follow from it.
    if (field?.role === "id" || field?.implied === true) return [];
    const what = field?.label ?? edit.path;
    return [`${by} changed ${what} from ${JSON.stringify(edit.from)} to ${JSON.stringify(edit.to)}.`];
  });
  return [...new Set(words)];
}

/** The field that an edit changed. With several effects, the edit's path starts with the effect's index. */
function fieldOf(kinds: EffectKinds, effects: readonly EffectRow[], path: string) {
  const [, index = "0", own = path] = effects.length > 1 ? (/^\/(\d+)(\/.*)$/.exec(path) ?? []) : [];
  const effect = effects[Number(index)];
  return effect && kinds.describe(effect).layout.find((one) => one.path === own);
}

/** The result of an effect, with its text as sent. */
function effectLine({ kinds, timeZone }: Told, effect: EffectRow): string {
  const { title, words } = kinds.describe(effect);
  const body = firstBody(kinds, [effect]);
  const quote = body === undefined ? "" : `: “${body}”`;
  switch (effect.status) {
    case "done":
      return `${effect.receipt.link === null && effect.receipt.returned === undefined ? words.sent : effect.receipt.summary}, ${spokenTime(effect.receipt.at, timeZone)}${placeOf(effect.receipt)}${quote === "" ? "." : quote}`;
    case "failed":
      return `${title}: failed, not done (${problemOf(effect) ?? "refused"})${quote}`;
    case "needs_human":
      return `${title}: not known (${problemOf(effect) ?? "no answer"})${quote}`;
    case "not_done":
      return `${title}: not done`;
    case "planned":
    case "claimed":
      return `${title}: not done, because an earlier part did not work`;
  }
}

/** The ID that people know the record by, and its link. IDs that only programs use are left out. */
function placeOf({ providerId, link }: Receipt): string {
  const key = /^(?:[A-Z][A-Z0-9_]*-|#)\d+$/.test(providerId ?? "") ? providerId : null;
  const parts = [key, link ?? null].filter((part) => part !== null);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}
