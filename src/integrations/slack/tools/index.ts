/** The team's Slack: public channels and people. No tool reads private channels or direct messages. */
import type { SlackChannel, SlackMessage, SlackUser } from "../messages.ts";
import {
  findMessage,
  linkTo,
  readAll,
  readChannels,
  readMessages,
  readUsers,
  type MessageQuery,
  type SlackPage,
} from "../read.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import { once } from "../../../agent/tools/once.ts";
import * as tools from "./tools.ts";

/** Items, and the total if not all were read. */
interface Known<Item> {
  readonly items: readonly Item[];
  readonly more: boolean;
}

/** Channels and people are read once per run for names. */
export interface SlackServices {
  readonly connectionId: string;
  readonly workspaceId: string;
  readonly botUserId: string;
  readonly timeZone: string;
  readonly channelPage: (cursor?: string) => Promise<SlackPage<SlackChannel>>;
  readonly channels: () => Promise<Known<SlackChannel>>;
  readonly people: () => Promise<Known<SlackUser>>;
  readonly messages: (query: MessageQuery) => Promise<SlackPage<SlackMessage>>;
  readonly linkTo: (message: Parameters<typeof linkTo>[1]) => string;
  readonly message: (channelId: string, ts: string, threadTs?: string) => Promise<SlackMessage | null>;
}

export const slack = defineToolset<SlackServices>({
  name: "slack",
  title: "Slack channels and messages",
  place: 170,
  vendor: "slack",
  tools: Object.values(tools),
  async open(tenant) {
    const account = await tenant.account("slack");
    const { id: connectionId, settings } = account.connection;
    return {
      connectionId,
      workspaceId: settings.workspace.id,
      botUserId: settings.botUserId,
      timeZone: await tenant.timeZone(),
      channelPage: (cursor) => readChannels(account, cursor),
      channels: once(() => readAll((cursor) => readChannels(account, cursor))),
      people: once(() => readAll((cursor) => readUsers(account, cursor))),
      messages: (query) => readMessages(account, query),
      linkTo: (message) => linkTo(account, message),
      message: (channelId, ts, threadTs) => findMessage(account, channelId, ts, threadTs),
    };
  },
});
