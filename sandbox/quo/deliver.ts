/** Sends signed message and call events to the account's webhooks. */
import { setTimeout as pause } from "node:timers/promises";
import type { SandboxContext } from "../service.ts";
import type { WorldMessage } from "../world/index.ts";
import { messageEvent, sign, type Delivery, type MessageEventType } from "./signing.ts";
import type { QuoAccount, QuoStore, QuoWebhook, WebhookShape } from "./store.ts";

const DELIVERY_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 500;

/** The response status; null without a response. */
export interface DeliveryResult {
  readonly url: string;
  readonly status: number | null;
}

/** Delivers an event `times` times to each registered webhook, concurrently. Never throws. */
export function deliverMessageEvent(
  context: SandboxContext,
  store: QuoStore,
  account: QuoAccount,
  event: {
    readonly type: MessageEventType;
    readonly message: WorldMessage;
    readonly shape?: WebhookShape | undefined;
    readonly times?: number;
  },
): Promise<DeliveryResult[]> {
  const { type, message, times = 1 } = event;
  const listening = account.records.webhooks.filter(
    ({ status, events, resourceIds }) =>
      status === "enabled" &&
      events.includes(type) &&
      (resourceIds.includes("*") || resourceIds.includes(message.phoneNumberId)),
  );
  const deliveries = listening.flatMap((webhook) => {
    const stamp = { id: store.newId("EV"), nowMs: context.now() };
    const shape = event.shape ?? webhook.shape;
    const body = JSON.stringify(messageEvent(type, account, message, shape, stamp));
    const delivery = sign(shape, webhook.key, body, stamp);
    return Array.from({ length: times }, () => post(webhook, delivery));
  });
  return Promise.all(deliveries);
}

/** Delivers a call event in the legacy format to each registered webhook. Never throws. */
export function deliverCallEvent(
  context: SandboxContext,
  store: QuoStore,
  account: QuoAccount,
  event: { readonly type: string; readonly phoneNumberId: string; readonly object: object },
): Promise<DeliveryResult[]> {
  const listening = account.records.webhooks.filter(
    ({ status, events, resourceIds }) =>
      status === "enabled" &&
      events.includes(event.type) &&
      (resourceIds.includes("*") || resourceIds.includes(event.phoneNumberId)),
  );
  const deliveries = listening.map((webhook) => {
    const stamp = { id: store.newId("EV"), nowMs: context.now() };
    const createdAt = new Date(stamp.nowMs).toISOString();
    const { type, object } = event;
    const envelope = { id: stamp.id, object: "event", apiVersion: "v4", createdAt, type, data: { object } };
    return post(webhook, sign("v4", webhook.key, JSON.stringify(envelope), stamp));
  });
  return Promise.all(deliveries);
}

/** Retries while there is no response; the real service does so for longer. */
async function post(webhook: QuoWebhook, delivery: Delivery): Promise<DeliveryResult> {
  for (let attempt = 1; ; attempt++) {
    const status = await postOnce(webhook, delivery);
    if (status !== null || attempt === MAX_ATTEMPTS) return { url: webhook.url, status };
    await pause(RETRY_MS);
  }
}

/** The response status; null without a response. */
async function postOnce(webhook: QuoWebhook, delivery: Delivery): Promise<number | null> {
  try {
    const answer = await fetch(webhook.url, {
      method: "POST",
      headers: delivery.headers,
      body: delivery.body,
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}
