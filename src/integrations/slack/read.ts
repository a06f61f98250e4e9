/** Reads from Slack. Changes nothing. */
import type * as z from "zod";
import type { OpenConnection } from "../connections/index.ts";
import type { SlackChannel, SlackMessage, SlackUser } from "./messages.ts";
import type { SlackSettings } from "./connection.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { JsonCall } from "../json-client.ts";
import type { SlackClient } from "./client.ts";
import {
  channelsSchema,
  messagesSchema,
  oneChannelSchema,
  oneUserSchema,
  parseAnswer,
  usersSchema,
  whoSchema,
} from "./parse.ts";

/** An opened connection for reads and writes. */
export interface SlackAccount {
  readonly connection: OpenConnection<SlackSettings>;
  readonly client: SlackClient;
}

/** A page and the next cursor; null after the last. */
export interface SlackPage<Item> {
  readonly items: readonly Item[];
  readonly cursor: string | null;
}

/** Page size for channels and users (docs.slack.dev, "Pagination": at most 200). */
const PAGE = 200;
/** Pages searched for a name. */
const PAGES = 5;

async function get<Schema extends z.ZodType>(
  { client }: Pick<SlackAccount, "client">,
  method: string,
  schema: Schema,
  query: JsonCall["query"] = {},
): Promise<z.output<Schema>> {
  return parseAnswer(schema, await client({ method: "GET", path: `/${method}`, query }));
}

/** The token's workspace and bot user. */
export async function readWho(
  account: Pick<SlackAccount, "client">,
): Promise<Pick<SlackSettings, "workspace" | "botUserId">> {
  const { team, team_id: id, url, user_id: botUserId } = await get(account, "auth.test", whoSchema);
  return { workspace: { id, name: team, url: url.replace(/\/+$/, "") }, botUserId };
}

/** A page of public, unarchived channels. */
export async function readChannels(
  account: Pick<SlackAccount, "client">,
  cursor?: string,
): Promise<SlackPage<SlackChannel>> {
  const { channels, response_metadata: next } = await get(account, "conversations.list", channelsSchema, {
    types: "public_channel",
    exclude_archived: true,
    limit: PAGE,
    cursor,
  });
  return { items: channels.filter(({ isPublic }) => isPublic), cursor: next };
}

/** A page of the workspace's users. */
export async function readUsers(account: SlackAccount, cursor?: string): Promise<SlackPage<SlackUser>> {
  const { members, response_metadata: next } = await get(account, "users.list", usersSchema, {
    limit: PAGE,
    cursor,
  });
  return { items: members, cursor: next };
}

/** Items of the first pages, and whether there are more. */
export async function readAll<Item>(
  read: (cursor?: string) => Promise<SlackPage<Item>>,
): Promise<{ readonly items: readonly Item[]; readonly more: boolean }> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES && (page === 0 || cursor !== null); page++) {
    const found: SlackPage<Item> = await read(cursor ?? undefined);
    items.push(...found.items);
    ({ cursor } = found);
  }
  return { items, more: cursor !== null };
}

/** A channel by ID; null if the app can't see it. */
export function findChannel(account: SlackAccount, channelId: string): Promise<SlackChannel | null> {
  return orNull(async () => {
    const { channel } = await get(account, "conversations.info", oneChannelSchema, { channel: channelId });
    return channel;
  });
}

/** A user by ID; null if the app can't see them. */
export function findUser(account: SlackAccount, userId: string): Promise<SlackUser | null> {
  return orNull(async () => (await get(account, "users.info", oneUserSchema, { user: userId })).user);
}

async function orNull<Found>(ask: () => Promise<Found>): Promise<Found | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof IntegrationError && error.status === 404) return null;
    throw error;
  }
}

/** Selects messages of a channel or thread. `since` and `until` are Unix seconds, `until` inclusive. */
export interface MessageQuery {
  readonly channelId: string;
  readonly threadTs?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Includes app metadata. */
  readonly withMetadata?: boolean;
}

/** A page of messages in Slack's order: a channel's newest first, a thread's oldest first, starting with its parent. */
export async function readMessages(
  account: Pick<SlackAccount, "client">,
  { channelId, threadTs, since, until, limit, cursor, withMetadata }: MessageQuery,
): Promise<SlackPage<SlackMessage>> {
  const query = {
    channel: channelId,
    oldest: since,
    latest: until,
    inclusive: until === undefined ? undefined : true,
    limit,
    cursor,
    include_all_metadata: withMetadata === true ? true : undefined,
  };
  const { messages, response_metadata: next } =
    threadTs === undefined
      ? await get(account, "conversations.history", messagesSchema, query)
      : await get(account, "conversations.replies", messagesSchema, { ...query, ts: threadTs });
  return { items: messages, cursor: next };
}

/** One message of a channel or thread; null if not found. */
export async function findMessage(
  account: SlackAccount,
  channelId: string,
  ts: string,
  threadTs?: string,
): Promise<SlackMessage | null> {
  const at = { channelId, since: ts, until: ts, limit: 2 };
  const page = await orNull(() => readMessages(account, threadTs === undefined ? at : { ...at, threadTs }));
  return page?.items.find((one) => one.ts === ts) ?? null;
}

export function linkTo(
  { connection }: Pick<SlackAccount, "connection">,
  {
    channelId,
    ts,
    threadTs,
  }: { readonly channelId: string; readonly ts: string; readonly threadTs: string | null },
): string {
  const path = `${connection.settings.workspace.url}/archives/${channelId}/p${ts.replace(".", "")}`;
  return threadTs === null || threadTs === ts ? path : `${path}?thread_ts=${threadTs}&cid=${channelId}`;
}
