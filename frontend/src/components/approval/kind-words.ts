/** What kinds of effects are called, and what deciding on them is called. Pure. */
import type { Approval } from "../../../../src/protocol/index.ts";

const KINDS: Readonly<Record<string, { name: string; verb: string; done: string }>> = {
  "sms.send": { name: "Text message", verb: "send", done: "Sent" },
  "email.send": { name: "E-mail", verb: "send", done: "Sent" },
  "email.label": { name: "E-mail label", verb: "label", done: "Labelled" },
  "file.write": { name: "File change", verb: "save", done: "Saved" },
  "contact.create": { name: "New contact", verb: "create", done: "Created" },
};

/** `Text message`; `Text message and new contact`; the server's own title for a kind unknown here. */
export function kindName(approval: Approval): string {
  const names = [...new Set(approval.effects.map((effect) => KINDS[effect.kind]?.name ?? effect.title))];
  if (names.length === 0) return approval.title;
  const [first = "", ...rest] = names;
  const repeated = names.length === 1 && approval.effects.length > 1 ? ` × ${approval.effects.length}` : "";
  return [first, ...rest.map((name) => name.toLowerCase())].join(" and ") + repeated;
}

/** `Approve and send`. */
export function approveLabel(approval: Approval): string {
  const verbs = [...new Set(approval.effects.map((effect) => KINDS[effect.kind]?.verb ?? "do it"))];
  const what = approval.effects.length > 1 ? "Approve both" : "Approve";
  const all = approval.effects.length > 2 ? `Approve all ${approval.effects.length}` : what;
  return verbs.length === 1 ? `${all} and ${verbs[0]}` : all;
}

/** `Sent`, `Created`, `Done`: said only of an effect with a receipt. */
export function doneWord(approval: Approval): string {
  const words = [...new Set(approval.effects.map((effect) => KINDS[effect.kind]?.done ?? "Done"))];
  return words.length === 1 ? (words[0] ?? "Done") : "Done";
}
