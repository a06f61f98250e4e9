/**
 * The text to a person on call: sent from the internal line to the number an admin set for them, because
 * contacts don't prove membership. Approved by the admin's standing rule and sent through the ledger like any
 * other effect; no model is involved.
 */
import { eq } from "drizzle-orm";
import {
  actByRule,
  approvalIdOf,
  SYSTEM_CONVERSATION,
  type ApprovalDeps,
  type SystemAct,
} from "../approvals/index.ts";
import type { Contact, Line, Texting } from "../integrations/connections/index.ts";
import { approvals } from "../approvals/tables/approvals.ts";
import type { TextOnCall, TextState } from "./ports.ts";

export interface TextColleagueDeps {
  readonly approvals: ApprovalDeps;
  /** Null if no phone system is connected. */
  readonly texting: () => Promise<Texting | null>;
  /** Builds the effect of a text from a line. */
  readonly textFrom: (
    texting: Texting,
    line: Line,
    to: { readonly number: string; readonly name: string; readonly contact: Contact | null },
    text: string,
  ) => SystemAct["effect"];
}

/** States in which the text will certainly not be sent automatically. */
const OVER = new Set(["failed", "not_done", "stale", "withdrawn", "rejected", "expired"]);

/** Whether an effect under a rule will certainly not be performed automatically. */
export function hasFailed({ status }: { readonly status: string }): boolean {
  return OVER.has(status);
}

/** False if there is no line or number, or it was not sent. Idempotent. */
export async function textOnCall(deps: TextColleagueDeps, input: TextOnCall): Promise<boolean> {
  const { phone: number, person } = input;
  if (number === null) return false;
  return textByRule(deps, {
    id: input.id,
    tool: "on_call.text",
    conversationTitle: "On call",
    rule: "standing.on_call_texts",
    to: { number, name: person.name, contact: null },
    text: input.text,
  });
}

/** A text to a colleague approved by the admin's standing rule. */
interface TextByRule extends Omit<SystemAct, "effect"> {
  readonly to: Parameters<TextColleagueDeps["textFrom"]>[2];
  readonly text: string;
}

/** Sends from the internal line; false if there is none, or it was not sent. Idempotent. */
export async function textByRule(
  deps: TextColleagueDeps,
  { to, text, ...act }: TextByRule,
): Promise<boolean> {
  const texting = await deps.texting();
  const line = texting?.lines.find(({ audience }) => audience === "internal");
  if (texting === null || line === undefined) return false;
  const approval = await actByRule(deps.approvals, {
    ...act,
    effect: deps.textFrom(texting, line, to, text),
  });
  return !hasFailed(approval);
}

export async function textState({ db }: Pick<ApprovalDeps, "db">, id: string): Promise<TextState> {
  const approvalId = await approvalIdOf(db.tenantId, SYSTEM_CONVERSATION, id);
  const approval = await db.find(approvals, eq(approvals.id, approvalId));
  if (approval === null) return "failed";
  if (approval.status === "done") return "sent";
  return ["approved", "executing"].includes(approval.status) ? "under_way" : "failed";
}
