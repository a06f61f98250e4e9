import * as z from "zod";
import { localTime } from "../../kernel/local-time.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import type { KnowledgeServices } from "./index.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { dayOf } from "../../kernel/calendar.ts";

const DAYS = 30;

export const listSenders = defineTool({
  name: "list_senders",
  title: "See who wrote e-mails",
  done: "Looked up who wrote e-mails",
  description:
    "Finds who wrote the team e-mails by a name or a part of it, in watched mailboxes and in sources: each with name, addresses, how many e-mails lately and the newest of them. " +
    "Use it before you act on somebody's e-mails by name: where several fit, ask which one, each option with name, address and number of e-mails.",
  keywords:
    "find search contacts company domain from sender email emails mail wrote which person john same name how many recent address",
  input: z.strictObject({
    name: z.string().trim().min(2).max(100).describe("A name, a part of it or an address, such as John"),
    days: z.int().min(1).max(365).optional().describe("How far back to count; 30 if left out"),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  whenEmpty:
    "Nobody of that name has an e-mail address on record. Try another spelling, or retrieve_context.",
  summarize: ({ name }) => `Looking up e-mails from ${name}`,
  looksAt: ({ name }) => ({ things: "E-mails", asked: name, askedIs: "words" }),
  async run({ name, days = DAYS }, { sendersNamed, spanOf, clock, timeZone }: KnowledgeServices) {
    const from = dayOf(clock.now() - days * DAY_MS, timeZone);
    const senders = await sendersNamed(name, spanOf({ from, to: undefined }).from ?? from);
    return {
      kind: "list",
      items: senders.map(({ name: who, addresses, emails, isMore, newest }) => ({
        name: who,
        addresses: [...addresses],
        emails: isMore ? `more than ${emails}` : emails,
        ...(newest.length === 0
          ? {}
          : {
              newest: newest.map(({ id, title, at, url }) => ({
                // A mailbox ID for read_email, or a link for read_source_item.
                ...(id.includes("/") ? { id: id.slice(id.lastIndexOf("/") + 1) } : { link: url }),
                title,
                at: localTime(at, timeZone),
              })),
            }),
      })),
      keep: "first",
      outside: true,
      beside: { counted: `e-mails since ${from}; read_email takes an id, read_source_item a link` },
    };
  },
});
