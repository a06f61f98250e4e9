/**
 * Slack: the company's workspace, validated against the official specification. All responses have status 200, except for rate limiting.
 */
import { join } from "node:path";
import { json, type CreateService } from "../service.ts";
import { defineVendor, Refused, type VendorCall } from "../vendor/define-vendor.ts";
import { endAccess, exchanging, grantBy } from "../vendor/consent-server.ts";
import { openOpenApi } from "../vendor/openapi.ts";
import { SLACK_CONSENT, slackConsents } from "./consent.ts";
import { applyDeltas } from "./deltas.ts";
import { directOf } from "./direct.ts";
import { slackControl } from "./people-say.ts";
import { channelJson, channelOf, directJson, messageJson, userJson } from "./slack-json.ts";
import {
  APP,
  CHANNELS,
  nextTs,
  PEOPLE,
  SLACK,
  slackStore,
  WORKSPACES,
  type Message,
  type Saved,
} from "./store.ts";

const PAGE = 100;
/** One message per second and channel, with short bursts. */
const BURST = 5;
const BURST_MS = 5_000;

/** The token's owner and scopes; the app's own token has all scopes of the manifest. */
interface Caller {
  readonly token: string;
  readonly teamId: string;
}
type Call = VendorCall<Saved, Caller>;

/** Required scopes (docs.slack.dev, each method's own page; read 2026-11-23). */
const NEEDS: Readonly<Record<string, string>> = {
  conversations_list: "channels:read",
  conversations_info: "channels:read",
  conversations_history: "channels:history",
  conversations_replies: "channels:history",
  conversations_open: "im:write",
  users_info: "users:read",
  users_list: "users:read",
  chat_postMessage: "chat:write",
  chat_postEphemeral: "chat:write",
  chat_update: "chat:write",
  chat_delete: "chat:write",
};

function refuse(status: number, _said?: string, reason?: string): Response {
  if (status === 429) return json({ ok: false, error: "ratelimited" }, 429, { "retry-after": "1" });
  if (status >= 500) return new Response("<html>Slack is having trouble</html>", { status });
  const known: Readonly<Record<number, string>> = {
    401: "invalid_auth",
    403: "missing_scope",
    404: "unknown_method",
  };
  return json({ ok: false, error: reason ?? known[status] ?? "invalid_arguments" });
}

/** An error with Slack's code. */
function no(error: string): Refused {
  return new Refused(400, undefined, error);
}

const createApi = defineVendor<Saved, Caller>({
  name: "slack",
  prefix: "/slack/api",
  judge: () => openOpenApi(join(import.meta.dirname, "../specs/slack.openapi.json"), applyDeltas),
  world: slackStore,
  more: slackControl,
  refuse,
  admit({ headers }, { id }, _state, context) {
    const token = (headers.get("authorization") ?? "").replace(/^Bearer /, "");
    if (token === SLACK.token) return { token, teamId: SLACK.settings.workspace.id };
    const grant = grantBy(slackConsents(context).value, token, context.now());
    if (grant === null) throw no("invalid_auth");
    const needed = NEEDS[id];
    if (needed !== undefined && !grant.scopes.includes(needed)) throw no("missing_scope");
    return { token, teamId: grant.personId };
  },
  operations: {
    auth_revoke: ({ context, caller }) => {
      const section = slackConsents(context);
      const revoked = endAccess(section.value, caller.token);
      section.save();
      context.markEffect();
      return { ok: true, revoked };
    },
    auth_test: ({ caller }) => ({
      ok: true,
      url: `${workspaceOf(caller).url}/`,
      team: workspaceOf(caller).name,
      team_id: caller.teamId,
      user: "steward",
      user_id: APP.userId,
      bot_id: APP.botId,
      is_enterprise_install: false,
    }),
    conversations_list: ({ query, caller }) => {
      const { types = "public_channel" } = query as { readonly types?: string };
      const wanted = types.split(",");
      const all = CHANNELS.filter(
        ({ kind }) =>
          caller.teamId === SLACK.settings.workspace.id &&
          wanted.includes(kind === "private" ? "private_channel" : "public_channel"),
      );
      const { items, next } = pageOf(all, query);
      return { ok: true, channels: items.map(channelJson), response_metadata: { next_cursor: next } };
    },
    conversations_info: ({ state, query }) => {
      const channel = channelOf(query["channel"]);
      if (channel !== undefined) return { ok: true, channel: channelJson(channel) };
      const direct = Object.entries(state.directs).find(([, id]) => id === query["channel"]);
      if (direct === undefined) throw no("channel_not_found");
      return { ok: true, channel: directJson(direct[1], direct[0]) };
    },
    conversations_history: (call) => {
      const channelId = readable(call, call.query["channel"]);
      const all = call.state.messages
        .filter((one) => one.channelId === channelId && one.onlyTo === null)
        .filter(({ ts, threadTs }) => threadTs === null || threadTs === ts)
        .toReversed();
      return { ...messagesOf(call, all), pin_count: 0, channel_actions_ts: null, channel_actions_count: 0 };
    },
    conversations_replies: (call) => {
      const channelId = readable(call, call.query["channel"]);
      const asked = String(call.query["ts"]);
      const inChannel = call.state.messages.filter(
        (one) => one.channelId === channelId && one.onlyTo === null,
      );
      const parent = inChannel.find(({ ts }) => ts === asked);
      if (parent === undefined) throw no("thread_not_found");
      const root = parent.threadTs ?? parent.ts;
      const thread = inChannel.filter(({ ts, threadTs }) => ts === root || threadTs === root);
      return messagesOf(call, thread);
    },
    conversations_open: ({ state, body }) => {
      const { users } = body as { readonly users?: string };
      const person = PEOPLE.find(({ id }) => id === users);
      if (person === undefined || person.kind === "app") throw no("user_not_found");
      return { ok: true, channel: directJson(directOf(state, person.id), person.id) };
    },
    users_info: ({ query }) => {
      const person = PEOPLE.find(({ id }) => id === query["user"]);
      if (person === undefined) throw no("user_not_found");
      return { ok: true, user: userJson(person) };
    },
    users_list: ({ query }) => {
      // People of other workspaces aren't listed; they are fetched individually.
      const { items, next } = pageOf(
        PEOPLE.filter(({ kind }) => kind !== "stranger"),
        query,
      );
      return {
        ok: true,
        members: items.map(userJson),
        cache_ts: 0,
        response_metadata: { next_cursor: next },
      };
    },
    chat_postMessage: (call) => {
      const body = call.body as {
        readonly channel: string;
        readonly text?: string;
        readonly blocks?: readonly unknown[];
        readonly thread_ts?: string;
        readonly metadata?: unknown;
      };
      const channelId = writable(call, body.channel);
      if ((body.text ?? "") === "" && body.blocks === undefined) throw no("no_text");
      paced(call, channelId);
      const message = keep(call, {
        channelId,
        text: body.text ?? "",
        blocks: body.blocks ?? [],
        threadTs: body.thread_ts ?? null,
        metadata: body.metadata ?? null,
        onlyTo: null,
      });
      return {
        ok: true,
        channel: channelId,
        ts: message.ts,
        message: messageJson(call.state, message, true),
      };
    },
    chat_postEphemeral: (call) => {
      const { channel, user, text } = call.body as Record<"channel" | "user" | "text", string>;
      const { ts } = keep(call, {
        channelId: writable(call, channel),
        text,
        blocks: [],
        threadTs: null,
        metadata: null,
        onlyTo: user,
      });
      return { ok: true, message_ts: ts };
    },
    chat_update: (call) => {
      const { channel, ts, text, blocks } = call.body as {
        readonly channel: string;
        readonly ts: string;
        readonly text?: string;
        readonly blocks?: readonly unknown[];
      };
      const message = ownMessage(call, channel, ts, "cant_update_message");
      message.text = text ?? message.text;
      message.blocks = blocks ?? [];
      recorded(call);
      return { ok: true, channel, ts, text: message.text, message: messageJson(call.state, message, false) };
    },
    chat_delete: (call) => {
      const { channel, ts } = call.body as Record<"channel" | "ts", string>;
      const message = ownMessage(call, channel, ts, "cant_delete_message");
      call.state.messages.splice(call.state.messages.indexOf(message), 1);
      recorded(call);
      return { ok: true, channel, ts };
    },
  },
});

/** A list page with opaque cursors. */
function pageOf<Item>(all: readonly Item[], query: Call["query"]) {
  const cursor = typeof query["cursor"] === "string" ? query["cursor"] : "";
  const from = cursor === "" ? 0 : Number(Buffer.from(cursor, "base64").toString().replace("next:", ""));
  if (!Number.isInteger(from)) throw no("invalid_cursor");
  const to = from + Math.min(Number(query["limit"] ?? PAGE), 200);
  const next = to < all.length ? Buffer.from(`next:${to}`).toString("base64") : "";
  return { items: all.slice(from, to), next };
}

function messagesOf(call: Call, all: readonly Message[]) {
  const { oldest = "0", latest = "9999999999", inclusive, include_all_metadata: whole } = call.query;
  const isWithin = ({ ts }: Message): boolean =>
    inclusive === true
      ? Number(ts) >= Number(oldest) && Number(ts) <= Number(latest)
      : Number(ts) > Number(oldest) && Number(ts) < Number(latest);
  const { items, next } = pageOf(all.filter(isWithin), call.query);
  return {
    ok: true,
    messages: items.map((message) => messageJson(call.state, message, whole === true)),
    has_more: next !== "",
    ...(next === "" ? {} : { response_metadata: { next_cursor: next } }),
  };
}

/** A channel the app is a member of. */
function readable({ state }: Call, id: unknown): string {
  if (Object.values(state.directs).includes(String(id))) return String(id);
  const channel = channelOf(id);
  if (channel === undefined) throw no("channel_not_found");
  if (!channel.isIn) throw no("not_in_channel");
  return channel.id;
}

/** The same, accepting a user ID for direct messages. */
function writable(call: Call, id: string): string {
  return PEOPLE.some((person) => person.id === id) ? directOf(call.state, id) : readable(call, id);
}

function paced({ state, context }: Call, channelId: string): void {
  const nowMs = context.now();
  const lately = (state.posted[channelId] ?? []).filter((at) => at > nowMs - BURST_MS);
  if (lately.length >= BURST) throw new Refused(429);
  state.posted[channelId] = [...lately, nowMs];
}

function keep(call: Call, message: Omit<Message, "ts" | "userId">): Message {
  const { state, context } = call;
  const parent = state.messages.find(
    (one) => one.channelId === message.channelId && one.ts === message.threadTs,
  );
  if (message.threadTs !== null && parent === undefined) throw no("thread_not_found");
  const kept = { ...message, ts: nextTs(state, context.now()), userId: APP.userId };
  state.messages.push(kept);
  recorded(call);
  return kept;
}

function ownMessage({ state }: Call, channelId: string, ts: string, refusal: string): Message {
  const message = state.messages.find((one) => one.channelId === channelId && one.ts === ts);
  if (message === undefined) throw no("message_not_found");
  if (message.userId !== APP.userId) throw no(refusal);
  return message;
}

function recorded({ context, request, body }: Call): void {
  context.recordEffect("slack", request.method, request.path, body ?? null);
}

function workspaceOf({ teamId }: Caller): (typeof WORKSPACES)[number] {
  return WORKSPACES.find(({ id }) => id === teamId) ?? SLACK.settings.workspace;
}

/** The API; also exchanges OAuth codes. */
export const createSlack: CreateService = (context) => {
  const api = createApi(context);
  const exchange = exchanging(SLACK_CONSENT, context, slackConsents(context));
  return {
    ...api,
    handle: (request) =>
      request.method === "POST" && request.path === "/oauth.v2.access"
        ? exchange(request)
        : api.handle(request),
  };
};
