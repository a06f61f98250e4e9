/** People, channels and messages as Slack JSON. */
import {
  APP,
  CHANNELS,
  PEOPLE,
  type Message,
  type Saved,
  type SlackChannel,
  type SlackPerson,
} from "./store.ts";

const MADE_AT = 1_700_000_000;

export function userJson({ id, name, email, job, workspaceId, kind }: SlackPerson) {
  const isApp = kind === "app";
  const [firstName = "", lastName = ""] = name.split(" ");
  return {
    id,
    team_id: workspaceId,
    name: name.toLowerCase().replace(" ", "."),
    real_name: name,
    deleted: false,
    is_bot: isApp,
    is_app_user: false,
    is_restricted: kind === "guest",
    is_ultra_restricted: false,
    ...(kind === "stranger" ? { is_stranger: true } : {}),
    is_email_confirmed: !isApp,
    updated: MADE_AT,
    profile: {
      real_name: name,
      real_name_normalized: name,
      display_name: firstName,
      display_name_normalized: firstName,
      first_name: firstName,
      last_name: lastName,
      title: job,
      phone: "",
      skype: "",
      status_text: "",
      status_emoji: "",
      avatar_hash: "g0",
      fields: null,
      // Slack shows no address for apps or for people of other workspaces.
      ...(isApp || kind === "stranger" ? {} : { email }),
    },
  };
}

export function channelJson(channel: SlackChannel) {
  const { id, name, about, kind, isIn } = channel;
  const said = (value: string) => ({ value, creator: "", last_set: 0 });
  return {
    id,
    name,
    name_normalized: name,
    created: MADE_AT,
    creator: PEOPLE[0]?.id ?? "",
    is_channel: true,
    is_group: false,
    is_im: false,
    is_mpim: false,
    is_private: kind === "private",
    is_archived: false,
    is_general: name === "general",
    is_shared: kind === "shared",
    is_ext_shared: kind === "shared",
    is_org_shared: false,
    is_member: isIn,
    num_members: ALL_IN,
    topic: said(""),
    purpose: said(about),
  };
}
const ALL_IN = PEOPLE.filter(({ kind }) => kind === "member").length;

export function directJson(id: string, userId: string) {
  return { id, created: MADE_AT, is_im: true, is_org_shared: false, user: userId, priority: 0 };
}

/** Undefined if not found. */
export function channelOf(id: unknown): SlackChannel | undefined {
  return CHANNELS.find((channel) => channel.id === id);
}

export function messageJson(saved: Saved, message: Message, withMetadata: boolean) {
  const { ts, userId, text, blocks, attachments = [], threadTs, metadata, channelId } = message;
  const replies = saved.messages.filter(
    (one) => one.channelId === channelId && one.threadTs === ts && one.ts !== ts && one.onlyTo === null,
  );
  return {
    type: "message",
    user: userId,
    text,
    ts,
    ...(userId === APP.userId ? { bot_id: APP.botId, app_id: APP.appId } : {}),
    ...(blocks.length === 0 ? {} : { blocks }),
    ...(attachments.length === 0
      ? {}
      : { attachments: attachments.map((one, at) => ({ id: at + 1, ...(one as object) })) }),
    ...(threadTs === null ? {} : { thread_ts: threadTs }),
    ...(replies.length === 0 ? {} : { reply_count: replies.length, latest_reply: replies.at(-1)?.ts }),
    ...(withMetadata && metadata !== null ? { metadata } : {}),
  };
}
