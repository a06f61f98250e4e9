/** A text a colleague sends from Quo's app, without Steward. */
import * as z from "zod";
import { SandboxError, type SandboxContext } from "../service.ts";
import type { WorldMessage } from "../world/index.ts";
import { deliverMessageEvent } from "./deliver.ts";
import type { QuoAccount, QuoStore } from "./store.ts";

/** Body of `POST /control/quo/by-hand`: the team member (first name) and the recipient. */
export const byHandInput = z.strictObject({
  tenantId: z.string(),
  staff: z.string(),
  to: z.string().regex(/^\+[1-9]\d{1,14}$/),
  text: z.string().min(1),
});

/** Body of `POST /control/quo/unreachable`: later texts to this number are not delivered. */
export const unreachableInput = z.strictObject({
  tenantId: z.string(),
  number: z.string().regex(/^\+[1-9]\d{1,14}$/),
});

/** Adds a team member's outgoing text to a thread and notifies webhooks. Not in the outbox, since it isn't Steward's effect. */
export function sendByHand(
  context: SandboxContext,
  store: QuoStore,
  { account, staff, to, text }: { account: QuoAccount; staff: string; to: string; text: string },
): WorldMessage {
  const person = account.tenant.people.find(({ firstName }) => firstName === staff);
  const line = account.tenant.quo.lines.find(({ audience }) => audience === "external");
  if (person === undefined || line === undefined)
    throw new SandboxError(400, `${account.tenant.name} has no ${staff} who could text.`);
  const message: WorldMessage = {
    id: store.newId("AC"),
    phoneNumberId: line.phoneNumberId,
    participant: to,
    direction: "outgoing",
    text,
    userId: person.quoUserId,
    createdAt: new Date(context.now()).toISOString(),
  };
  account.records.messages.push(message);
  store.save();
  void deliverMessageEvent(context, store, account, { type: "message.delivered", message });
  return message;
}
