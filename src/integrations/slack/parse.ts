/** Slack's responses. A message's `ts` is both its ID within the channel and its time, in seconds with six decimals. */
import * as z from "zod";
import { messageWords } from "./blocks.ts";
import { tsSchema, type SlackChannel, type SlackMessage, type SlackUser } from "./messages.ts";
import { answerParser } from "../json-client.ts";

export const parseAnswer = answerParser("slack");

/** The next page's cursor; null on the last page. */
const cursorSchema = z
  .object({ next_cursor: z.string().optional() })
  .nullish()
  .transform((told) => told?.next_cursor || null);

const channelSchema = z
  .object({
    id: z.string(),
    name: z.string().optional(),
    is_private: z.boolean().optional(),
    is_im: z.boolean().optional(),
    is_mpim: z.boolean().optional(),
    is_archived: z.boolean().optional(),
    is_member: z.boolean().optional(),
    is_ext_shared: z.boolean().optional(),
    is_pending_ext_shared: z.boolean().optional(),
    num_members: z.number().optional(),
    purpose: z.object({ value: z.string() }).nullish(),
    topic: z.object({ value: z.string() }).nullish(),
  })
  .transform((channel): SlackChannel => ({
    id: channel.id,
    name: channel.name ?? "",
    isPublic: !(channel.is_private === true || channel.is_im === true || channel.is_mpim === true),
    isArchived: channel.is_archived === true,
    isIn: channel.is_member === true,
    isShared: channel.is_ext_shared === true || channel.is_pending_ext_shared === true,
    memberCount: channel.num_members ?? null,
    about: channel.purpose?.value || channel.topic?.value || null,
  }));

const userSchema = z
  .object({
    id: z.string(),
    name: z.string().optional(),
    team_id: z.string().optional(),
    deleted: z.boolean().optional(),
    is_bot: z.boolean().optional(),
    is_restricted: z.boolean().optional(),
    is_ultra_restricted: z.boolean().optional(),
    is_stranger: z.boolean().optional(),
    is_email_confirmed: z.boolean().optional(),
    profile: z.object({
      real_name: z.string().nullish(),
      display_name: z.string().nullish(),
      email: z.string().nullish(),
      title: z.string().nullish(),
    }),
  })
  .transform((user): SlackUser => ({
    id: user.id,
    name: user.profile.real_name || user.profile.display_name || user.name || user.id,
    workspaceId: user.team_id ?? null,
    email: user.profile.email || null,
    isEmailConfirmed: user.is_email_confirmed !== false,
    job: user.profile.title || null,
    isActive: user.deleted !== true,
    isApp: user.is_bot === true || user.id === "USLACKBOT",
    isGuest: user.is_restricted === true || user.is_ultra_restricted === true || user.is_stranger === true,
  }));

const messageSchema = z
  .object({
    ts: tsSchema,
    text: z.string().optional(),
    user: z.string().optional(),
    username: z.string().optional(),
    bot_profile: z.object({ name: z.string().optional() }).nullish().catch(null),
    blocks: z.array(z.unknown()).nullish().catch([]),
    attachments: z.array(z.unknown()).nullish().catch([]),
    thread_ts: tsSchema.optional(),
    reply_count: z.int().optional(),
    files: z.array(z.object({ name: z.string().nullish() })).optional(),
    metadata: z
      .object({ event_type: z.string(), event_payload: z.record(z.string(), z.unknown()) })
      .nullish(),
  })
  .transform((message): SlackMessage => ({
    ts: message.ts,
    text: messageWords(message.text ?? "", message.blocks ?? [], message.attachments ?? []),
    userId: message.user ?? null,
    appName: message.username ?? message.bot_profile?.name ?? null,
    threadTs: message.thread_ts ?? null,
    replyCount: message.reply_count ?? 0,
    files: (message.files ?? []).map(({ name }) => name ?? "a file"),
    metadata: message.metadata ?? null,
  }));

export const channelsSchema = z.object({
  channels: z.array(channelSchema),
  response_metadata: cursorSchema,
});
export const oneChannelSchema = z.object({ channel: channelSchema });
export const usersSchema = z.object({ members: z.array(userSchema), response_metadata: cursorSchema });
export const oneUserSchema = z.object({ user: userSchema });
export const messagesSchema = z.object({
  messages: z.array(messageSchema),
  response_metadata: cursorSchema,
});
export const openedSchema = z.object({ channel: z.object({ id: z.string() }) });
export const postedSchema = z.object({ channel: z.string(), ts: tsSchema });
export const whoSchema = z.object({
  url: z.url(),
  team: z.string(),
  team_id: z.string(),
  user_id: z.string(),
});
