/** Composition of held rings and on-call: approvals behind the port, and the text to a person on call as a system effect. */
import { eq } from "drizzle-orm";
import { approvalIdOf, getApproval, propose, type Resolution } from "../approvals/index.ts";
import { approvals, dbFor } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { isE164 } from "../kernel/e164.ts";
import { formatNumber } from "../kernel/phone.ts";
import type { RingDeps, TextOnCall, TextState } from "../notifications/index.ts";
import { quoTexting } from "../integrations/quo/read.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { Contact, Texting } from "../connections/index.ts";
import { approvalDeps, SYSTEM_CONVERSATION } from "./approvals.ts";
import { notificationDeps } from "./notifications.ts";
import { findAccount } from "./accounts.ts";

/** What the driver of one tenant's notifications is given. Cheap; make one per run. */
export function ringDeps(env: Env, tenantId: string): RingDeps {
  return {
    ...notificationDeps(env, tenantId),
    findApproval: async (approvalId) => {
      try {
        return await getApproval(await approvalDeps(env, tenantId), approvalId);
      } catch (error) {
        if (error instanceof AppError && error.code === "not_found") return null;
        throw error;
      }
    },
    textOnCall: (text) => textOnCall(env, tenantId, text),
    textState: (id) => textState(env, tenantId, id),
  };
}

/**
 * The text leaves from the internal line, to the number the internal contacts have for the person, else to the one the admin set. It is
 * approved by the admin's standing rule and performed through the ledger like any other effect; no model has a hand in it.
 */
async function textOnCall(env: Env, tenantId: string, input: TextOnCall): Promise<boolean> {
  const account = await findAccount(env, tenantId, "quo");
  if (account === null) return false;
  const texting = quoTexting(account);
  const line = texting.lines.find(({ audience }) => audience === "internal");
  const known = await findInternal(texting, input.person).catch((error: unknown) => {
    // The provider does not answer: the number the admin set must do, or a ring.
    systemLogger.warn("on_call.contacts_not_read", { tenantId, error });
    return null;
  });
  const number = known?.number ?? input.phone;
  if (line === undefined || number === null) return false;
  const { name } = input.person;
  const title = `Text to ${name}, who is on call`;
  const { phoneNumberId, number: own, label, audience } = line;
  const resolution: Extract<Resolution, { kind: "resolved" }> = {
    kind: "resolved",
    effects: [
      {
        kind: "sms.send",
        title,
        document: {
          connectionId: texting.connectionId,
          from: { phoneNumberId, number: own, label, audience },
          to: { number, name, contactId: known?.contact.id ?? null, company: known?.contact.company ?? null },
          text: input.text,
        },
      },
    ],
    title,
    target: `${name}, ${formatNumber(number)}`,
    lints: [],
    preconditions: [{ kind: "not_opted_out", number }],
    threadKey: null,
    urgent: false,
    facts: { recipientInternal: true, recipientIsSpeaker: false, repliesToText: false },
  };
  const approval = await propose(await approvalDeps(env, tenantId), {
    scope: {
      conversationId: SYSTEM_CONVERSATION,
      conversationTitle: "On call",
      turnId: input.id,
      runId: input.id,
      agent: "system:steward",
      recentTexts: [],
    },
    toolCallId: input.id,
    tool: "on_call.text",
    arguments: {},
    resolution,
    rule: "standing.on_call_texts",
    allowed: true,
    holdSeconds: 0,
  });
  return !["failed", "not_done", "stale", "withdrawn", "rejected", "expired"].includes(approval.status);
}

async function textState(env: Env, tenantId: string, id: string): Promise<TextState> {
  const approvalId = await approvalIdOf(tenantId, SYSTEM_CONVERSATION, id);
  const approval = await dbFor(env.DB, tenantId).find(approvals, eq(approvals.id, approvalId));
  if (approval === null) return "failed";
  if (approval.status === "done") return "sent";
  return ["approved", "executing"].includes(approval.status) ? "under_way" : "failed";
}

/** The person among the internal contacts, by e-mail address, else by name; null where no one, or not one alone, fits. */
async function findInternal(
  texting: Texting,
  person: TextOnCall["person"],
): Promise<{ contact: Contact; number: string } | null> {
  const plain = (text: string): string => text.normalize("NFKC").trim().toLowerCase();
  const reachable = (await texting.contacts()).flatMap((contact) => {
    const number = contact.numbers.find((candidate) => isE164(candidate.number))?.number;
    return contact.internal && number !== undefined ? [{ contact, number }] : [];
  });
  const byMail = reachable.filter(({ contact }) => contact.emails.map(plain).includes(plain(person.email)));
  const byName = reachable.filter(({ contact }) => plain(contact.name) === plain(person.name));
  const found = byMail.length > 0 ? byMail : byName;
  return found.length === 1 ? (found[0] ?? null) : null;
}
