/**
 * Parses Slack's requests: events (JSON), slash commands and button presses (forms). docs.slack.dev: "The
 * Events API", "Slash commands", "block_actions payload", read 2026-11-23. Only a person's message to the app
 * or press on one of its cards counts; everything else is `nothing`. Pure.
 */
import * as z from "zod";
import type { SlackInbound } from "../inbox/index.ts";
import { derivedId } from "../../kernel/ids.ts";
import { ownAndQuoted } from "./quoted.ts";

/** The parsed request. Null: not a valid Slack request. */
export type SlackRequest =
  | { readonly kind: "challenge"; readonly challenge: string }
  | { readonly kind: "inbound"; readonly inbound: SlackInbound }
  | { readonly kind: "nothing" };

/** Maximum characters read of a message. */
const TEXT_CHARS = 12_000;
const NOTHING = { kind: "nothing" } as const;

const id = z.string().regex(/^[A-Z0-9]{2,40}$/);
const eventId = z.string().regex(/^Ev[A-Za-z0-9]{1,60}$/);
const ts = z.string().regex(/^\d{10}\.\d{6}$/);
const trigger = z.string().regex(/^[\w.]{1,150}$/);

const challengeSchema = z.object({ type: z.literal("url_verification"), challenge: z.string().max(500) });

const callbackSchema = z.object({
  type: z.literal("event_callback"),
  team_id: id,
  event_id: eventId,
  event: z.looseObject({ type: z.string() }),
});

/** A person's message: edits, joins and app messages have a subtype or a bot ID. */
const messageSchema = z.object({
  type: z.enum(["app_mention", "message"]),
  channel: id,
  channel_type: z.string().optional(),
  user: id,
  ts,
  thread_ts: ts.optional(),
  text: z.string().default(""),
  subtype: z.literal("file_share").optional(),
  bot_id: z.undefined().optional(),
  files: z.array(z.unknown()).max(100).optional(),
  blocks: z.array(z.unknown()).optional().catch([]),
  attachments: z.array(z.unknown()).optional().catch([]),
});

export function readEvent(body: unknown): SlackRequest | null {
  const challenge = challengeSchema.safeParse(body);
  if (challenge.success) return { kind: "challenge", challenge: challenge.data.challenge };
  const callback = callbackSchema.safeParse(body);
  if (!callback.success) return null;
  const { team_id: workspaceId, event } = callback.data;
  const message = messageSchema.safeParse(event);
  if (!message.success) return NOTHING;
  const { type, channel, channel_type: channelType, user, text, files = [] } = message.data;
  const { own, quoted } = ownAndQuoted(
    text.slice(0, TEXT_CHARS),
    message.data.blocks,
    message.data.attachments,
  );
  const isDirect = type === "message" && channelType === "im";
  // In direct messages, a mention is an ordinary message.
  if (!isDirect && (type !== "app_mention" || channel.startsWith("D"))) return NOTHING;
  return {
    kind: "inbound",
    inbound: {
      id: callback.data.event_id,
      kind: isDirect ? "direct" : "mention",
      workspaceId,
      userId: user,
      channelId: channel,
      ts: message.data.ts,
      threadTs: message.data.thread_ts ?? null,
      text: [own, ...fileNote(files.length)].join("\n"),
      quoted,
      press: null,
    },
  };
}

function fileNote(count: number): string[] {
  if (count === 0) return [];
  return [`(${count === 1 ? "a file" : `${count} files`}, which Steward can't read here)`];
}

const commandSchema = z.object({
  command: z.string(),
  team_id: id,
  user_id: id,
  channel_id: id,
  trigger_id: trigger,
  text: z.string().default(""),
});

export async function readCommand(form: URLSearchParams): Promise<SlackRequest | null> {
  const command = commandSchema.safeParse(Object.fromEntries(form));
  if (!command.success) return null;
  const { team_id: workspaceId, user_id: userId, channel_id: channelId, text } = command.data;
  const { own, quoted } = ownAndQuoted(text.slice(0, TEXT_CHARS));
  return {
    kind: "inbound",
    inbound: {
      id: await derivedId("command", command.data.trigger_id),
      kind: "command",
      workspaceId,
      userId,
      channelId,
      ts: null,
      threadTs: null,
      text: own,
      quoted,
      press: null,
    },
  };
}

const pressSchema = z.object({
  type: z.literal("block_actions"),
  team: z.object({ id }),
  user: z.object({ id }),
  trigger_id: trigger,
  container: z.object({ channel_id: id, message_ts: ts }),
  actions: z
    .array(z.object({ action_id: z.string(), value: z.string().optional() }))
    .min(1)
    .max(1),
});

const DECISIONS: Readonly<Record<string, "approve" | "reject">> = {
  "steward.approve": "approve",
  "steward.reject": "reject",
};

/** The value of our buttons: the approval, and the hash of the bytes shown. */
const VALUE = /^(approval_\w{1,80}) ([\w:-]{1,100})$/;

/** `payload` is the form's field, already parsed. */
export async function readPress(payload: unknown): Promise<SlackRequest | null> {
  const pressed = pressSchema.safeParse(payload);
  if (!pressed.success) return typeof payload === "object" && payload !== null ? NOTHING : null;
  const { team, user, container, trigger_id: triggerId, actions } = pressed.data;
  const decided = buttonOf(actions[0]);
  if (decided === null) return NOTHING;
  return {
    kind: "inbound",
    inbound: {
      id: await derivedId("press", triggerId),
      kind: "press",
      workspaceId: team.id,
      userId: user.id,
      channelId: container.channel_id,
      ts: null,
      threadTs: null,
      text: "",
      quoted: "",
      press: { ...decided, ts: container.message_ts },
    },
  };
}

function buttonOf(pressed: z.output<typeof pressSchema>["actions"][number] | undefined) {
  const { action_id: action = "", value = "" } = pressed ?? {};
  const decision = DECISIONS[action];
  const [, approvalId, effectHash] = VALUE.exec(value) ?? [];
  if (approvalId === undefined || effectHash === undefined || decision === undefined) return null;
  return { decision, approvalId, effectHash };
}
