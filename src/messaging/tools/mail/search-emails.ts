import * as z from "zod";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { MailServices } from "./index.ts";
import { mailPlace } from "./mail-place.ts";
import { writtenBy } from "./written-by.ts";

export const searchEmails = defineTool({
  name: "search_emails",
  title: "Search e-mail",
  done: "Searched e-mail",
  description:
    "Searches the team's e-mail, newest first, by a Gmail search: words, from:, to:, subject:, has:attachment, is:unread, after:2026/11/01, " +
    "newer_than:7d, quoted phrases, a leading - for without. Answers with senders, subjects and first words; read_email reads one whole.",
  input: z.strictObject({
    query: z.string().trim().min(1).max(500),
    limit: z.int().min(1).max(50).optional().describe("Most e-mails to return; 10 if left out"),
  }),
  effect: "read",
  whenEmpty:
    "No e-mail fits, in the mailboxes the team lets you read. Try fewer words, only from: or subject:, or another spelling.",
  egress: "provider",
  summarize: ({ query }) => `Searching e-mails for ${query}`,
  looksAt: ({ query }) => ({ things: "E-mails", asked: query, askedIs: "words" }),
  async run({ query, limit = 10 }, { mail, timeZone, linksOf }: MailServices) {
    const found = await mail.search(query, limit + 1);
    const shown = found.slice(0, limit);
    const linkOf = await linksOf(shown);
    return {
      kind: "list",
      items: shown.map((email) => ({
        id: email.id,
        at: localTime(email.at, timeZone),
        mailbox: email.mailbox,
        from: writtenBy(email.from),
        to: [...email.to],
        subject: email.subject,
        snippet: passage(email.snippet, mailPlace(email, linkOf, timeZone)),
      })),
      more: found.length > limit,
      keep: "first",
    };
  },
});
