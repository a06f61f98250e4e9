/**
 * Quo's events in their three shapes as one: legacy made by the API (`v4`), legacy made in the app (`v2`, `v3`: `body`, `to` a string), and the
 * dated API (`2026-03-30`: `resource` and `context`). Pure, and forgiving in what is documented by third parties alone (CONTRACTS).
 */
import * as z from "zod";
import type { InboundCall, InboundEvent, InboundText } from "../../inbox/index.ts";

const MESSAGE_EVENT = /^message\.(received|delivered)$/;
const KNOWN_EVENT = /^(message|call)\./;

const oneOrMore = z.union([z.array(z.string()), z.string().transform((one) => [one])]);
const someText = z.string().nullish();

const legacyMessage = z.object({
  id: z.string().min(1).max(200),
  from: z.string(),
  to: oneOrMore,
  direction: z.enum(["incoming", "outgoing"]).nullish(),
  text: someText,
  body: someText,
  media: z.array(z.unknown()).nullish(),
  status: someText,
  createdAt: someText,
  phoneNumberId: someText,
});

const datedMessage = z.object({
  resource: z.object({
    id: z.string().min(1).max(200),
    text: someText,
    body: someText,
    media: z.array(z.unknown()).nullish(),
    direction: z.enum(["incoming", "outgoing"]).nullish(),
    status: someText,
    createdAt: someText,
    phoneNumberId: someText,
  }),
  context: z.object({
    senderIdentifier: z.string(),
    recipientIdentifiers: oneOrMore,
    phoneNumberId: someText,
  }),
});

const envelope = z.object({
  id: z.string().min(1).max(200).optional(),
  type: z.string().min(1).max(100),
  createdAt: someText,
  data: z.looseObject({ object: z.unknown().optional() }),
});

/** What a webhook's body says; null where it is no event of Quo's. `deliveryId` stands in for an event without an id. */
export function readEvent(body: unknown, deliveryId: string, receivedAt: string): InboundEvent | null {
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return null;
  const { id = deliveryId, type, createdAt, data } = parsed.data;
  if (id === "") return null;
  const payload = body as Record<string, unknown>;
  const isMessage = MESSAGE_EVENT.test(type);
  const text = isMessage ? readText(type, data, createdAt ?? receivedAt) : null;
  const call = readCall(type, data);
  return {
    id,
    type,
    payload,
    text,
    call,
    isKnown: KNOWN_EVENT.test(type),
    isUnreadable: isMessage && text === null,
  };
}

const CALL_EVENT = /^call\.(completed|summary\.completed|transcript\.completed)$/;

const callFields = z.looseObject({
  id: someText,
  callId: someText,
  from: someText,
  to: z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).nullish(),
  participants: z.array(z.unknown()).nullish(),
  direction: z.enum(["incoming", "outgoing"]).nullish().catch(null),
  status: someText,
  duration: z.number().nullish().catch(null),
  createdAt: someText,
  answeredAt: someText,
  completedAt: someText,
  phoneNumberId: someText,
  summary: z.array(z.string()).nullish().catch(null),
  nextSteps: z.array(z.string()).nullish().catch(null),
  dialogue: z
    .array(z.object({ content: z.string(), userId: someText, identifier: someText }))
    .nullish()
    .catch(null),
});

/** What an event tells of a call; null where it tells of none, or not in a form that can be read. */
function readCall(type: string, data: Record<string, unknown>): InboundCall | null {
  if (!CALL_EVENT.test(type)) return null;
  const context = typeof data["context"] === "object" ? data["context"] : {};
  const parsed = callFields.safeParse({ ...context, ...asObject(data["object"] ?? data["resource"]) });
  if (!parsed.success) return null;
  const call = parsed.data;
  const ended = type === "call.completed";
  const id = ended ? call.id : (call.callId ?? call.id);
  if (id === null || id === undefined || id.length > 200) return null;
  const participant = call.participants?.find((one) => typeof one === "string");
  const contact = call.direction === "outgoing" ? call.to : call.from;
  const times = [call.answeredAt, call.completedAt].map((time) => Date.parse(time ?? ""));
  const [answeredMs = NaN, completedMs = NaN] = times;
  const spokenS = Number.isNaN(completedMs - answeredMs) ? null : (completedMs - answeredMs) / 1000;
  const atMs = Date.parse(call.createdAt ?? "");
  return {
    id,
    ended,
    direction: ended ? (call.direction ?? null) : null,
    contact: ended ? (contact ?? participant ?? null) : null,
    lineId: call.phoneNumberId ?? null,
    status: ended ? (call.status ?? "completed") : null,
    atMs: !ended || Number.isNaN(atMs) ? null : atMs,
    durationSeconds: ended ? (call.duration ?? spokenS) : null,
    summary: call.summary ?? null,
    nextSteps: call.nextSteps ?? null,
    transcript:
      call.dialogue?.map(({ content, userId }) => ({
        who: userId === null || userId === undefined ? ("contact" as const) : ("team" as const),
        name: null,
        text: content,
      })) ?? null,
  };
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function readText(type: string, data: Record<string, unknown>, fallbackAt: string): InboundText | null {
  const fallback = type === "message.received" ? "incoming" : "outgoing";
  const legacy = legacyMessage.safeParse(data["object"]);
  if (legacy.success) {
    const { from, to, phoneNumberId, ...message } = legacy.data;
    return textOf({ ...message, from, to, phoneNumberId }, fallback, fallbackAt);
  }
  const dated = datedMessage.safeParse(data);
  if (!dated.success) return null;
  const { resource, context } = dated.data;
  return textOf(
    {
      ...resource,
      from: context.senderIdentifier,
      to: context.recipientIdentifiers,
      phoneNumberId: context.phoneNumberId ?? resource.phoneNumberId,
    },
    fallback,
    fallbackAt,
  );
}

function textOf(
  message: z.output<typeof legacyMessage>,
  fallback: InboundText["direction"],
  fallbackAt: string,
): InboundText | null {
  const { id, from, to, direction, text, body, media, status, createdAt, phoneNumberId } = message;
  const at = [createdAt, fallbackAt].map((time) => Date.parse(time ?? "")).find((ms) => !Number.isNaN(ms));
  const [first, ...others] = to;
  if (first === undefined || at === undefined) return null;
  return {
    id,
    direction: direction ?? fallback,
    from,
    to: first,
    others,
    lineId: phoneNumberId ?? null,
    text: text ?? body ?? "",
    attachments: media?.length ?? 0,
    atMs: at,
    delivery: status ?? null,
  };
}
