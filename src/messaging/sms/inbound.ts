/**
 * Normalizes Quo's three event formats: legacy from the API (`v4`), legacy from the app (`v2`, `v3`: `body`,
 * `to` as a string), and the dated API (`2026-03-30`: `resource` and `context`). Pure, and lenient where only
 * third parties document the format.
 */
import * as z from "zod";
import {
  MAX_TEXT_MEDIA,
  type InboundCall,
  type InboundEvent,
  type InboundText,
  type WebhookSource,
} from "../inbox/index.ts";
import { freshSignatures, isSigned } from "./verify.ts";

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

/** Parses a webhook's body; null if it is not a Quo event. `deliveryId` replaces a missing event ID. */
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

/** A call event's data; null if it has none that can be parsed. */
function readCall(type: string, data: Record<string, unknown>): InboundCall | null {
  if (!CALL_EVENT.test(type)) return null;
  const context = typeof data["context"] === "object" ? data["context"] : {};
  const parsed = callFields.safeParse({ ...context, ...asObject(data["object"] ?? data["resource"]) });
  if (!parsed.success) return null;
  const call = parsed.data;
  const ended = type === "call.completed";
  const id = callId(call, ended);
  if (id === null) return null;
  return {
    id,
    ended,
    ...(ended ? endOf(call) : NOT_ENDED),
    lineId: call.phoneNumberId ?? null,
    summary: call.summary ?? null,
    nextSteps: call.nextSteps ?? null,
    transcript: transcriptOf(call),
  };
}

type CallFields = z.output<typeof callFields>;

/**
 * The end event carries the call's `id`; a summary or transcript uses `callId`, or `id` if that is missing.
 */
function callId(call: CallFields, ended: boolean): string | null {
  const id = (ended ? call.id : (call.callId ?? call.id)) ?? null;
  return id !== null && id.length > 200 ? null : id;
}

/** Fields that only the end event carries. */
type CallEnd = Pick<InboundCall, "direction" | "contact" | "status" | "atMs" | "durationSeconds">;

const NOT_ENDED: CallEnd = {
  direction: null,
  contact: null,
  status: null,
  atMs: null,
  durationSeconds: null,
};

function endOf(call: CallFields): CallEnd {
  const participant = call.participants?.find((one) => typeof one === "string");
  const contact = call.direction === "outgoing" ? call.to : call.from;
  const atMs = Date.parse(call.createdAt ?? "");
  return {
    direction: call.direction ?? null,
    contact: contact ?? participant ?? null,
    status: call.status ?? "completed",
    atMs: Number.isNaN(atMs) ? null : atMs,
    durationSeconds: call.duration ?? spokenSeconds(call),
  };
}

/** Seconds from answer to end; null if either is unknown. */
function spokenSeconds({ answeredAt, completedAt }: CallFields): number | null {
  const ms = Date.parse(completedAt ?? "") - Date.parse(answeredAt ?? "");
  return Number.isNaN(ms) ? null : ms / 1000;
}

function transcriptOf({ dialogue }: CallFields): InboundCall["transcript"] {
  if (dialogue === null || dialogue === undefined) return null;
  return dialogue.map(({ content, userId }) => ({
    who: userId === null || userId === undefined ? "contact" : "team",
    name: null,
    text: content,
    ...(userId === null || userId === undefined ? {} : { userId }),
  }));
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

/**
 * Webhooks created in the app give a URL and a type. Other formats are undocumented, so a bare URL is
 * accepted too. Nothing is fetched here.
 */
const mediaSchema = z.union([
  z.object({ url: z.string(), type: z.string().max(100) }),
  z.string().transform((url) => ({ url, type: typeByName(url) })),
]);
const urlSchema = z.url({ protocol: /^https?$/ }).max(2000);

function typeByName(url: string): string {
  const extension = /\.(jpe?g|png|gif|webp)$/i.exec(URL.parse(url)?.pathname ?? "")?.[1]?.toLowerCase();
  if (extension === undefined) return "application/octet-stream";
  return extension === "jpg" ? "image/jpeg" : `image/${extension}`;
}

function mediaOf(media: readonly unknown[]): NonNullable<InboundText["media"]> {
  return media.slice(0, MAX_TEXT_MEDIA).flatMap((one) => {
    const { data } = mediaSchema.safeParse(one);
    return data === undefined || !urlSchema.safeParse(data.url).success
      ? []
      : [{ url: data.url, type: data.type.toLowerCase() }];
  });
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
    media: mediaOf(media ?? []),
    atMs: at,
    delivery: status ?? null,
  };
}

export const quoWebhooks: WebhookSource<ReturnType<typeof freshSignatures>[number]> = {
  vendor: "quo",
  form: "json",
  signatures: freshSignatures,
  isSigned,
  read: (body, headers, nowIso) => readEvent(body, headers.get("webhook-id") ?? "", nowIso),
};
