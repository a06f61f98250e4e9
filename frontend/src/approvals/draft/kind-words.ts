/** Names of an approval's effects and of deciding on them, in the words each effect carries. Pure. */
import { inSentence } from "../../../../src/platform/api/in-sentence.ts";
import { kindName } from "../../../../src/approvals/api/approval-row.ts";
import type { Approval } from "../../../../src/approvals/api/approval.ts";

type Said = Pick<Approval, "effects">;

/** `text message to Maria Lopez`, or the approval's own title if nothing is sent: `change to MEMORY.md`. */
export function whatFor(approval: Approval): string {
  if (approval.effects.length > 1 || approval.effects.some(({ words }) => words.message !== null))
    return `${inSentence(kindName(approval))} to ${approval.target}`;
  return inSentence(approval.title);
}

/** `Approve and send`; `Send anyway` if the card shows newer team messages or a warning of danger. */
export function approveLabel({
  effects,
  sentSince,
  wroteSince = [],
  lints = [],
}: Said & Partial<Pick<Approval, "sentSince" | "wroteSince" | "lints">>): string {
  const verbs = [...new Set(effects.map(({ words }) => words.verb))];
  const isToldOfUs = sentSince && wroteSince.length === 0;
  if (isToldOfUs || lints.some(({ level }) => level === "danger")) return `${anyway(verbs)} anyway`;
  const what = effects.length > 1 ? "Approve both" : "Approve";
  const all = effects.length > 2 ? `Approve all ${effects.length}` : what;
  return verbs.length === 1 ? `${all} and ${verbs[0]}` : all;
}

function anyway(verbs: readonly string[]): string {
  const [verb = "approve"] = verbs.length === 1 ? verbs : [];
  return verb.charAt(0).toUpperCase() + verb.slice(1);
}

/** Why it can't be undone once it ran; null if it can, or if that is unknown. */
export function irreversibleWords({ effects }: Said): string | null {
  return effects.map(({ words }) => words.irreversible).find((why) => why !== null) ?? null;
}
