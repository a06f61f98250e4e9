/** Webhook deliveries as the phone system signs them, for tests inside workerd. */
import { ALDER } from "../../sandbox/world/company.ts";
import { dispatchAll } from "./clock.ts";
import { request } from "./http-worker.ts";

const [SECRET] = ALDER.quo.webhookSecrets;
const [SHARED] = ALDER.quo.lines;

/** A text as an event tells of it. */
export interface TextEvent {
  readonly id: string;
  readonly text: string;
  readonly from?: string;
  readonly at?: string;
  readonly to?: readonly string[];
}

interface Options {
  /** What it brought is left to the queue instead of being dispatched. */
  readonly byQueue?: boolean;
  /** Instead of the test's bindings and configuration. */
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly secret?: string;
}

/** Delivers any event of the demo's first team, signed, and dispatches what it brought. */
export async function deliverEvent(
  event: object,
  { byQueue = false, vars = {}, secret = SECRET }: Options = {},
): Promise<Response> {
  const body = JSON.stringify(event);
  const at = Date.now();
  const bytes = Uint8Array.from(atob(secret), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${at}.${body}`));
  const signature = btoa(String.fromCharCode(...new Uint8Array(mac)));
  const headers = { "content-type": "application/json", "openphone-signature": `hmac;1;${at};${signature}` };
  const path = `/webhooks/quo/${ALDER.quo.connectionId}`;
  const answer = await request(path, { method: "POST", headers, body }, vars);
  if (!byQueue) await dispatchAll();
  return answer;
}

/** Delivers a text of somebody outside. */
export function deliverText(
  { id, text, from = "+14125550142", at, to }: TextEvent,
  options: Options = {},
): Promise<Response> {
  const createdAt = at ?? new Date().toISOString();
  const event = {
    id: `EV${id}`,
    object: "event",
    apiVersion: "v4",
    createdAt,
    type: "message.received",
    data: {
      object: {
        id,
        object: "message",
        from,
        to: to ?? [SHARED!.number],
        direction: "incoming",
        text,
        status: "received",
        createdAt,
        userId: "USdana0001",
        phoneNumberId: SHARED!.phoneNumberId,
      },
    },
  };
  return deliverEvent(event, options);
}
