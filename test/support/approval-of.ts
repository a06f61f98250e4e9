/** An approval as people see it, for tests that only read one: a text to Maria Lopez, waiting. */
import "../../src/features.ts";
import { effectKinds } from "../../src/approvals/effects/kinds.ts";
import { showDocument } from "../../src/approvals/show-document.ts";
import type { EffectKinds } from "../../src/approvals/ports.ts";
import type { Json } from "../../src/kernel/hash.ts";
import { toRow } from "../../src/approvals/api/approval-row.ts";
import type { Approval, ApprovalRow, Effect } from "../../src/approvals/api/approval.ts";

/** Changes to the document of the text. */
export interface SmsChange {
  readonly text?: string;
  readonly to?: { readonly name?: string | null; readonly contactId?: string | null };
  readonly more?: Record<string, string>;
}

/** The effect of a text message. */
export function smsEffect(change: SmsChange): Effect {
  return effectOf("sms.send", {
    connectionId: "conn_alder_quo",
    from: { phoneNumberId: "PNshared", number: "+14125550100", label: "Shared line", audience: "external" },
    to: { number: "+14125550142", name: "Maria Lopez", contactId: "c1", company: null, ...change.to },
    text: change.text ?? "The plumber comes at 3 pm.",
    ...change.more,
  });
}

/** Any effect as the server shows it. */
export function effectOf(
  kind: string,
  document: Record<string, Json>,
  kinds: EffectKinds = effectKinds(),
): Effect {
  const { title, layout, words } = kinds.describe({ kind, document });
  return {
    index: 0,
    kind,
    title,
    document: document as Effect["document"],
    leaves: showDocument(document, [], layout),
    layout: [...layout],
    words,
    hash: "effect-hash",
    status: "planned",
    receipt: null,
    problem: null,
  };
}

/** A waiting approval with some fields changed. */
export function approvalOf(change: Partial<Approval> = {}): Approval {
  return {
    id: "approval_1",
    conversationId: "c-1",
    conversationTitle: "Plumber",
    turnId: "t-1",
    status: "pending",
    tool: "send_message",
    title: "Text message to Maria Lopez",
    target: "Maria Lopez",
    arguments: {},
    proposedArguments: {},
    form: [],
    effects: [smsEffect({})],
    proposedEffects: [],
    effectHash: "hash-of-all",
    lints: [],
    evidence: [],
    urgent: false,
    rule: "external_asks",
    createdAt: "2026-11-21T10:00:00.000Z",
    expiresAt: "2126-11-22T10:00:00.000Z",
    executeAfter: null,
    decision: null,
    decidedBy: null,
    decidedAt: null,
    edited: false,
    reason: null,
    staleReason: null,
    undoable: false,
    compensation: null,
    version: 1,
    ...change,
  };
}

/** The same as a line of a list. */
export function approvalRowOf(change: Partial<Approval> = {}): ApprovalRow {
  return toRow(approvalOf(change));
}
