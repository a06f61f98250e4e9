/**
 * The words of notifications. Pure. Names and draft texts come from outside: they are shown as text, with characters one cannot see escaped.
 * `exact` decides whether a notification may carry its own buttons, so nothing here may call a shortened or altered text exact.
 */
import * as z from "zod";
import { LIMITS } from "../kernel/limits.ts";
import type { PushPayload } from "../protocol/notifications.ts";
import type { Approval, ApprovalStatus } from "../protocol/approval.ts";

/** Why an approval rings. */
export type Occasion = "requested" | "reminder" | "needs_human" | "on_call";

/** A notification in words. `exact`: it shows the whole effect as it will be executed. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
  readonly exact: boolean;
}

/** Longest draft a notification shows whole. */
const EXACT_CHARS = 240;
const NAME_CHARS = 60;
const TITLE_CHARS = 120;
const LINT_CHARS = 140;
const LINES_SHOWN = 4;

/** Control, format (bidi, zero width), surrogate, private and unassigned characters, and the two odd line separators. */
const UNSEEN = /[\p{C}\u2028\u2029]/u;
const UNSEEN_EXCEPT_NEWLINE = /(?!\n)[\p{C}\u2028\u2029]/gu;

/** The agreed document of `sms.send`. Strict: a leaf this file does not know cannot be shown, so there are no buttons. */
const smsSchema = z.strictObject({
  connectionId: z.string(),
  from: z.strictObject({
    phoneNumberId: z.string(),
    number: z.string(),
    label: z.string(),
    audience: z.enum(["external", "internal"]),
  }),
  to: z.strictObject({
    number: z.string(),
    name: z.string().nullable(),
    contactId: z.string().nullable(),
    company: z.string().nullable(),
  }),
  text: z.string(),
});
type Sms = z.infer<typeof smsSchema>;

/** What a person reads of an approval, by occasion. */
export function approvalText(approval: Approval, occasion: Occasion): NotificationText {
  const [only, ...others] = approval.effects;
  const sms =
    only?.kind === "sms.send" && others.length === 0 ? smsSchema.safeParse(only.document).data : undefined;
  if (occasion === "needs_human" || approval.status === "needs_human") {
    return {
      title: cut(`Please check: ${visible(approval.title)}`, TITLE_CHARS),
      body: "It is not certain whether this was done. Open it and say what happened.",
      exact: false,
    };
  }
  const text = sms === undefined ? listing(approval) : smsText(sms, approval);
  const prefix = PREFIXES[occasion];
  return prefix === undefined ? text : { ...text, title: cut(`${prefix}: ${text.title}`, TITLE_CHARS) };
}

const PREFIXES: Partial<Record<Occasion, string>> = {
  reminder: "Still waiting",
  on_call: "No one answered",
};

/** The text to somebody on call: what waits and where it is, in one or two segments. */
export function onCallText(title: string, url: string, waitedMinutes: number): string {
  return `Steward: no one has answered for ${waitedMinutes} min: ${cut(visible(title).replaceAll("\n", " "), NAME_CHARS * 2)}. ${url}`;
}

function smsText(sms: Sms, approval: Approval): NotificationText {
  const recipient = sms.to.name ?? "an unknown number";
  const exact =
    sms.to.name !== null &&
    sms.to.contactId !== null &&
    sms.text.length <= EXACT_CHARS &&
    sms.text === sms.text.trim() &&
    sms.text !== "" &&
    sms.to.name.trim() !== "" &&
    recipient.length <= NAME_CHARS &&
    sms.from.label.length <= NAME_CHARS &&
    !UNSEEN.test([sms.text, recipient, sms.to.number, sms.from.label, sms.from.number].join(" ")) &&
    !approval.lints.some((lint) => lint.level === "danger");
  const lines = [
    cut(visible(sms.text), EXACT_CHARS),
    `To ${cut(visible(recipient), NAME_CHARS)} ${visible(sms.to.number)}, from ${cut(visible(sms.from.label), NAME_CHARS)}`,
    ...warnings(approval),
    ...(exact ? [] : ["Open it to read and decide."]),
  ];
  return { title: cut(`Send a text to ${visible(recipient)}?`, TITLE_CHARS), body: lines.join("\n"), exact };
}

function listing(approval: Approval): NotificationText {
  const shown = approval.effects
    .slice(0, LINES_SHOWN)
    .map((effect) => `• ${cut(visible(effect.title), TITLE_CHARS)}`);
  const more =
    approval.effects.length > shown.length ? [`… and ${approval.effects.length - shown.length} more`] : [];
  return {
    title: cut(visible(approval.title), TITLE_CHARS),
    body: [...shown, ...more, ...warnings(approval), "Open it to read and decide."].join("\n"),
    exact: false,
  };
}

function warnings(approval: Approval): string[] {
  return approval.lints
    .filter((lint) => lint.level !== "info")
    .slice(0, 2)
    .map((lint) => `⚠ ${cut(visible(lint.message), LINT_CHARS)}`);
}

/** How an approval came to rest, for people; null while it still needs somebody. */
export function resolutionOf(approval: {
  readonly status: ApprovalStatus;
  readonly decision: "approve" | "reject" | null;
  readonly decidedByName: string | null;
}): string | null {
  const by = approval.decidedByName === null ? "" : ` by ${cut(visible(approval.decidedByName), NAME_CHARS)}`;
  switch (approval.status) {
    case "pending":
      return null;
    case "expired":
      return "Expired without a decision";
    case "stale":
      return "Out of date: the conversation has moved on";
    case "withdrawn":
      return "Withdrawn";
    case "rejected":
      return `Rejected${by}`;
    case "approved":
    case "executing":
    case "done":
    case "failed":
    case "needs_human":
      return `Approved${by}`;
    case "not_done":
      return "Not done";
  }
}

/** The payload as JSON within the size push services take. A shortened body takes the token with it: it no longer shows everything. */
export function fitPayload(payload: PushPayload, maxBytes: number = LIMITS.pushPayloadBytes): string {
  let fitted = payload;
  for (;;) {
    const json = JSON.stringify(fitted);
    if (new TextEncoder().encode(json).byteLength <= maxBytes || fitted.body === "") return json;
    fitted = {
      ...fitted,
      token: null,
      body: fitted.body.length < 20 ? "" : cut(fitted.body, fitted.body.length >> 1),
    };
  }
}

/** Text with what cannot be seen made visible; line breaks stay. */
export function visible(text: string): string {
  return text.replace(UNSEEN_EXCEPT_NEWLINE, (found) => `\\u{${found.codePointAt(0)?.toString(16) ?? ""}}`);
}

/** At most so many characters, never half of one. */
export function cut(text: string, chars: number): string {
  if (text.length <= chars) return text;
  return `${text.slice(0, chars - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
