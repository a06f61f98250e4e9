/** What the conversation is told about an approval. The text is read by the agent; what was sent is quoted as data, byte for byte. Pure. */
import { canonicalJson } from "../kernel/hash.ts";
import { leavesOf } from "../kernel/json-leaves.ts";
import type { OutcomePart } from "../protocol/message.ts";
import { editsBetween, isLeftOut, type Edit } from "./edits.ts";
import type { EffectBytes, EffectDocument, EffectKinds } from "./ports.ts";
import { decisionOf, outcomeStateOf, problemOf, reasonOf, receiptOf, settledBy, verdictOf } from "./rows.ts";
import type { Loaded } from "./store.ts";
import { DIRECT_RULE, type ApprovalRow, type EffectRow } from "./types.ts";

/** The outcome of an approval that came to a notable state; null for the others. */
export function outcomePart(kinds: EffectKinds, { row, effects }: Loaded): OutcomePart | null {
  const state = outcomeStateOf(row);
  if (state === null) return null;
  const edits = verdictOf(row) === "approve" && row.edited ? editsOf(row, effects) : [];
  return {
    type: "outcome",
    approvalId: row.id,
    state,
    text: textOf(row, effects, state, edits),
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
  };
}

function wordsOf(kinds: EffectKinds, effects: readonly EffectRow[]): Pick<OutcomePart, "words"> {
  const words = firstBody(kinds, effects);
  return words === undefined ? {} : { words };
}

/** The words somebody would read: the first body among the effects. */
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

/** What was changed between proposal and approval. */
function editsOf(row: ApprovalRow, effects: readonly EffectRow[]): Edit[] {
  return editsBetween(row.proposedEffects as unknown as EffectDocument[], effects);
}

function textOf(
  row: ApprovalRow,
  effects: readonly EffectRow[],
  state: OutcomePart["state"],
  edits: readonly Edit[],
): string {
  const by = decisionOf(row)?.by.name ?? "somebody";
  const what = `Approval ${row.id} (${row.title})`;
  if (row.rule === DIRECT_RULE) return directText(row, effects, state, by);
  switch (state) {
    case "done":
      return [`${what}: approved by ${by} and done.`, ...editLines(by, edits), ...effectLines(effects)].join(
        "\n",
      );
    case "failed":
      return [
        `${what}: approved by ${by}, but it failed.`,
        ...editLines(by, edits),
        ...effectLines(effects),
        "Tell the person what was and what was not done. Do not repeat it without being asked.",
      ].join("\n");
    case "needs_human":
      return [
        `${what}: approved by ${by}, but it is not known whether it was done. A person has to check.`,
        ...effectLines(effects),
        "Do not propose it again before that is known.",
      ].join("\n");
    case "not_done":
      return [
        `${what}: a person checked and it was not done.`,
        ...effectLines(effects),
        "Nothing will be sent by this approval any more.",
      ].join("\n");
    case "rejected":
      return rejectionText(row, what, by);
    case "expired":
      return `${what}: no one decided in time and it expired. Nothing was sent.`;
    case "stale":
      return staleText(row, what);
    case "withdrawn":
      return withdrawalText(row, what);
  }
}

function withdrawalText(row: ApprovalRow, what: string): string {
  if (row.replacedById !== null)
    return `${what}: withdrawn, a newer draft took its place (${row.replacedById}). Nothing was sent by this one.`;
  const by = settledBy(row)?.by.name;
  const reason = reasonOf(row);
  return `${what}: withdrawn${by === undefined ? "" : ` by ${by}`}${reason === null ? "" : ` (${reason})`}. Nothing was sent.`;
}

/** For what a person did themselves: the agent takes note, and has no part in it. */
function directText(
  row: ApprovalRow,
  effects: readonly EffectRow[],
  state: OutcomePart["state"],
  by: string,
): string {
  const done = state === "done" ? "and it was done" : "but it was not done";
  const known = state === "needs_human" ? "and it is not known yet whether it was done" : done;
  const why = staleReasonOf(row) ?? reasonOf(row);
  return [
    `${by} did this themselves, not through you, ${known}: ${row.title}.${why === null ? "" : ` ${why}`}`,
    ...effectLines(effects),
    "Take note of it. There is nothing for you to do about it.",
  ].join("\n");
}

function staleText(row: ApprovalRow, what: string): string {
  const why = staleReasonOf(row) ?? "things have moved on";
  return `${what}: no longer fits and was not sent: ${why}. Look at what is new and draft it again if it is still needed.`;
}

function rejectionText(row: ApprovalRow, what: string, by: string): string {
  const given = reasonOf(row);
  const reason = given === null ? "No reason was given." : `Reason: ${JSON.stringify(given)}`;
  if (row.status === "rejected" && row.redraft)
    return `${what}: ${by} asked for changes. Nothing was sent. ${reason} Draft it again with them; the new draft takes this one's place.`;
  return `${what}: rejected by ${by}. Nothing was sent. ${reason} Do not propose it again unless asked.`;
}

function editLines(by: string, edits: readonly Edit[]): string[] {
  return edits.map(({ path, from, to }) =>
    isLeftOut({ path, to })
      ? `Left out by ${by}: ${JSON.stringify(from)}.`
      : `Edited by ${by}: ${path} from ${JSON.stringify(from)} to ${JSON.stringify(to)}.`,
  );
}

function effectLines(effects: readonly EffectRow[]): string[] {
  return effects.map((effect) => {
    const document = canonicalJson(effect.document);
    switch (effect.status) {
      case "done": {
        const { providerId, summary } = effect.receipt;
        const proof = providerId === null ? "" : ` (provider id ${providerId})`;
        return `- ${effect.kind}: ${summary}${proof}. Exactly this: ${document}`;
      }
      case "failed":
        return `- ${effect.kind}: failed, not done: ${problemOf(effect) ?? "refused"}. It would have been: ${document}`;
      case "needs_human":
        return `- ${effect.kind}: unknown: ${problemOf(effect) ?? "no answer"}. It would have been: ${document}`;
      case "not_done":
        return `- ${effect.kind}: not done. It would have been: ${document}`;
      case "planned":
      case "claimed":
        return `- ${effect.kind}: not done, because an earlier part did not work. It would have been: ${document}`;
    }
  });
}
