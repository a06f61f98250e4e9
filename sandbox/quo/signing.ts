/** The three formats of `message.received` and `message.delivered`, and their two signature schemes (CONTRACTS, "Quo / OpenPhone"). */
import { createHmac } from "node:crypto";
import type { WorldMessage } from "../world/index.ts";
import { conversationId, messageJson } from "./message-json.ts";
import type { QuoAccount, WebhookShape } from "./store.ts";

/** Exact body and headers. */
export interface Delivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type MessageEventType = "message.received" | "message.delivered";

/** The event of an inbound text in a given format. */
export function messageReceived(
  account: QuoAccount,
  message: WorldMessage,
  shape: WebhookShape,
  event: { readonly id: string; readonly nowMs: number },
): Record<string, unknown> {
  return messageEvent("message.received", account, message, shape, event);
}

/** A message event in a given format. */
export function messageEvent(
  type: MessageEventType,
  account: QuoAccount,
  message: WorldMessage,
  shape: WebhookShape,
  event: { readonly id: string; readonly nowMs: number },
): Record<string, unknown> {
  const { id, to, from, text, direction, createdAt, userId, phoneNumberId } = messageJson(
    account,
    message,
    event.nowMs,
  );
  const happenedAt = new Date(event.nowMs).toISOString();
  const envelope = { id: event.id, apiVersion: shape, createdAt: happenedAt, type };
  const status = type === "message.received" ? "received" : "delivered";
  const common = {
    id,
    object: "message",
    from,
    direction,
    status,
    createdAt,
    userId,
    phoneNumberId,
  };
  const line = { conversationId: conversationId(message) };
  // The documented samples have no media; whether it is included for texts with attachments isn't documented.
  const media = message.media === undefined ? {} : { media: message.media };
  if (shape === "v4")
    return { ...envelope, object: "event", data: { object: { ...common, to, text, ...media } } };
  if (shape === "v3")
    return {
      ...envelope,
      object: "event",
      data: { object: { ...common, to: to[0], body: text, media: message.media ?? [], ...line } },
    };
  const ids = account.records.contacts
    .filter(({ defaultFields }) =>
      defaultFields.phoneNumbers.some(({ value }) => value === message.participant),
    )
    .map((contact) => contact.id);
  return {
    ...envelope,
    data: {
      resource: { id, text, direction, status, createdAt, ...media, ...line },
      context: {
        senderIdentifier: from,
        recipientIdentifiers: to,
        phoneNumberId,
        contacts: { ids, lookupStatus: ids.length > 0 ? "found" : "not_found" },
      },
      links: { quo: `https://my.quo.com/inbox/${phoneNumberId}/c/${line.conversationId}` },
    },
  };
}

/** Signs a body. Legacy keys are base64; the dated API follows Standard Webhooks (`whsec_` before the base64). */
export function sign(
  shape: WebhookShape,
  key: string,
  body: string,
  event: { readonly id: string; readonly nowMs: number },
): Delivery {
  const bytes = Buffer.from(key.replace(/^whsec_/, ""), "base64");
  const mac = (signed: string): string => createHmac("sha256", bytes).update(signed).digest("base64");
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (shape === "2026-03-30") {
    const seconds = String(Math.floor(event.nowMs / 1000));
    headers["webhook-id"] = event.id;
    headers["webhook-timestamp"] = seconds;
    headers["webhook-signature"] = `v1,${mac(`${event.id}.${seconds}.${body}`)}`;
  } else {
    const timestamp = String(event.nowMs);
    headers["openphone-signature"] = `hmac;1;${timestamp};${mac(`${timestamp}.${body}`)}`;
  }
  return { body, headers };
}
