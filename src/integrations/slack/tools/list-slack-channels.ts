import * as z from "zod";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { SlackServices } from "./index.ts";

export const cursorField = z.string().trim().min(1).max(500).describe("From the page before, to go on there");

export const listSlackChannels = defineTool({
  name: "list_slack_channels",
  title: "List the Slack channels",
  done: "Listed the Slack channels",
  description:
    "Lists the team's public Slack channels: #general, #maintenance, #leasing. Says whether Steward is in each (isIn), which it must be to read and write there, " +
    "and which are shared with another company. Private channels are not seen. Up to 200 a page.",
  keywords: "slack channel rooms where to post chat",
  input: z.strictObject({ cursor: cursorField.optional() }),
  effect: "read",
  lists: true,
  egress: "provider",
  summarize: () => "Listing the Slack channels",
  async run({ cursor }, services: SlackServices) {
    const page = await services.channelPage(cursor);
    return {
      kind: "list",
      items: page.items.map(({ id, name, about, isIn, isShared, memberCount }) => ({
        id,
        name: `#${name}`,
        about,
        isIn,
        ...(isShared ? { sharedWithAnotherCompany: true } : {}),
        members: memberCount,
      })),
      keep: "first",
      ...(page.cursor === null ? {} : { more: true, beside: { cursor: page.cursor } }),
    };
  },
});
