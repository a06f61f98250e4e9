import * as z from "zod";
import { localTime } from "../../../kernel/local-time.ts";
import type { MailSummary } from "../../../platform/email/message.ts";
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
    limit: z.int().min(1).max(50).optional().describe("Most e-mails to return; 20 if left out"),
    next: z
      .string()
      .regex(/^\d{9,11}(:[\w-]+)*$/)
      .max(1_000)
      .optional()
      .describe("From the page before, with the same query"),
  }),
  effect: "read",
  lists: true,
  whenEmpty:
    "No e-mail fits, in the mailboxes the team lets you read. Try fewer words, only from: or subject:, or another spelling.",
  egress: "provider",
  summarize: ({ query }) => `Searching e-mails for ${query}`,
  looksAt: ({ query }) => ({ things: "E-mails", asked: query, askedIs: "words" }),
  async run({ query, limit = 20, next }, { mail, timeZone, linksOf }: MailServices) {
    const [before, ...known] = next?.split(":") ?? [];
    const asked = before === undefined ? query : `${query} before:${before}`;
    const found = (await mail.search(asked, limit + known.length + 1)).filter(
      ({ id }) => !known.includes(id),
    );
    const shown = found.slice(0, limit);
    const more = found.length > limit;
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
      more,
      keep: "first",
      ...(more ? { beside: { next: nextAfter(shown) } } : {}),
    };
  },
});

/** The second after the oldest e-mail shown, which Gmail's \`before:\` leaves out, and the e-mails shown of that last second. */
function nextAfter(shown: readonly MailSummary[]): string {
  const secondOf = ({ at }: MailSummary): number => Math.floor(Date.parse(at) / 1000);
  const last = Math.min(...shown.map(secondOf));
  return [last + 1, ...shown.filter((one) => secondOf(one) === last).map(({ id }) => id)].join(":");
}
