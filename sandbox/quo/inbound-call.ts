/** A phone call: rings, is stored when it ends, and sends events like the real service. */
import * as z from "zod";
import { E164_PATTERN } from "../../src/kernel/e164.ts";
import { SandboxError, type SandboxContext } from "../service.ts";
import type { WorldCall } from "../world/index.ts";
import { callJson, dialogueJson } from "./calls.ts";
import { deliverCallEvent, type DeliveryResult } from "./deliver.ts";
import { ownerOf, type QuoStore } from "./store.ts";

/**
 * Input of `POST /control/quo/call`. Without `dialogue` the call is unanswered. `events: false` sends no webhooks, so the call must be
 * polled.
 */
export const callInput = z.object({
  tenantId: z.string().default("tenant_alder"),
  from: z.string().regex(E164_PATTERN),
  direction: z.enum(["incoming", "outgoing"]).default("incoming"),
  minutes: z.number().min(0).max(240).default(3),
  summary: z.array(z.string()).default([]),
  nextSteps: z.array(z.string()).default([]),
  dialogue: z.array(z.object({ who: z.enum(["us", "them"]), text: z.string() })).default([]),
  events: z.boolean().default(true),
});

/** Returns the call's ID and the delivery results. */
export async function playCall(
  context: SandboxContext,
  store: QuoStore,
  input: z.output<typeof callInput>,
): Promise<{ readonly callId: string; readonly deliveries: readonly DeliveryResult[] }> {
  const account = store.accounts.find(({ tenant }) => tenant.id === input.tenantId);
  const line = account?.tenant.quo.lines.find(({ audience }) => audience === "external");
  if (account === undefined || line === undefined) throw new SandboxError(400, "That company doesn't exist.");
  const answered = input.dialogue.length > 0;
  const call: WorldCall = {
    id: store.newId("AC"),
    phoneNumberId: line.phoneNumberId,
    participant: input.from,
    direction: input.direction,
    status: answered ? "completed" : "missed",
    durationS: answered ? Math.round(input.minutes * 60) : 0,
    userId: ownerOf(account.tenant),
    createdAt: new Date(context.now()).toISOString(),
    summary: answered ? { points: input.summary, nextSteps: input.nextSteps } : null,
    dialogue: answered ? input.dialogue : null,
  };
  account.records.calls.push(call);
  store.save();
  if (!input.events) return { callId: call.id, deliveries: [] };
  const { phoneNumberId } = line;
  const parties =
    input.direction === "incoming"
      ? { from: input.from, to: line.number }
      : { from: line.number, to: input.from };
  const deliveries: DeliveryResult[] = [];
  const deliver = async (type: string, object: object): Promise<void> => {
    deliveries.push(...(await deliverCallEvent(context, store, account, { type, phoneNumberId, object })));
  };
  const { answeredAt: _, completedAt: __, ...begun } = callJson(call);
  await deliver("call.ringing", { object: "call", ...begun, status: "ringing", duration: 0, ...parties });
  await deliver("call.completed", { object: "call", ...callJson(call), ...parties });
  if (answered) {
    const common = { callId: call.id, status: "completed", phoneNumberId };
    await deliver("call.summary.completed", {
      object: "callSummary",
      ...common,
      summary: input.summary,
      nextSteps: input.nextSteps,
    });
    await deliver("call.transcript.completed", {
      object: "callTranscript",
      ...common,
      createdAt: call.createdAt,
      duration: call.durationS,
      dialogue: dialogueJson(call, line.number),
    });
  }
  return { callId: call.id, deliveries };
}
