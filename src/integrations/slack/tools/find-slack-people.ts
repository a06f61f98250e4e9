import * as z from "zod";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { SlackServices } from "./index.ts";
import { matchesUser, isPerson } from "./named.ts";

const MAX_FOUND = 50;

export const findSlackPeople = defineTool({
  name: "find_slack_people",
  title: "Look up people in Slack",
  done: "Looked up people in Slack",
  description:
    "Finds people of the team's Slack workspace by name, address or job (Tom, tom@alderfinch.example, technician), or one by id; all where nothing is given. Gives name, address, job, id and whether they are a guest.",
  keywords: "slack user member profile who is colleague",
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("Words of the name, address or job, or an id"),
  }),
  effect: "read",
  lists: true,
  egress: "provider",
  summarize: ({ query }) =>
    query === undefined ? "Looking up people in Slack" : `Looking up ${query} in Slack`,
  async run({ query }, services: SlackServices) {
    const { items, more } = await services.people();
    const found = items.filter(
      (one) => isPerson(one) && (query === undefined || one.id === query || matchesUser(one, query)),
    );
    return {
      kind: "list",
      items: found.slice(0, MAX_FOUND).map(({ id, name, email, job, isGuest }) => ({
        id,
        name,
        email,
        job,
        ...(isGuest ? { guest: true } : {}),
      })),
      total: found.length,
      keep: "first",
      ...(more ? { beside: { searched: "only the workspace's first 1,000 people" } } : {}),
    };
  },
});
