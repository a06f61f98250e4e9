/** Newsletters and notices as series of e-mails; the newest are unread. */
import type { DemoTenant } from "../company.ts";
import { stableId } from "../contacts.ts";
import { between, type Random } from "../random.ts";
import { officeOf } from "./letters.ts";
import type { MachineMail, WorldMail } from "./types.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Younger mail is unread. */
const UNREAD_DAYS = 1.5;

/** All automated mail of a company. */
export function machineMail(
  tenant: DemoTenant,
  machines: readonly MachineMail[],
  { random, nowMs }: { readonly random: Random; readonly nowMs: number },
): WorldMail[] {
  const { address, name } = officeOf(tenant);
  return machines.flatMap(({ from, kind, everyDays, count, issues }) =>
    Array.from({ length: count }, (_, index): WorldMail => {
      const [subject, text] = issues[index % issues.length] ?? ["", ""];
      const dateMs = nowMs - (index * everyDays + 0.3) * DAY_MS - between(random, 0, 300) * MINUTE_MS;
      const key = stableId("machine", from, String(index));
      const domain = /@([^>]+)>/.exec(from)?.[1] ?? "mail.example";
      const unread = nowMs - dateMs < UNREAD_DAYS * DAY_MS;
      const bulk = { "List-Unsubscribe": `<mailto:unsubscribe@${domain}>`, Precedence: "bulk" };
      const foot =
        kind === "newsletter"
          ? `You receive this because you signed up at ${domain}. Unsubscribe any time.`
          : "This is an automatic notice. Replies are not read.";
      return {
        mailbox: address,
        key,
        threadKey: key,
        labelIds: [
          "INBOX",
          ...(unread ? ["UNREAD"] : []),
          kind === "newsletter" ? "CATEGORY_PROMOTIONS" : "CATEGORY_UPDATES",
        ],
        draft: {
          messageId: `<${key}@${domain}>`,
          from,
          to: [`${name} <${address}>`],
          subject,
          text: `${text}\n\n--\n${foot}`,
          html: `<!doctype html><html><body><div><h2>${plain(subject)}</h2>${text
            .split("\n\n")
            .map((part) => `<p>${plain(part)}</p>`)
            .join("")}<hr><small>${plain(foot)}</small></div></body></html>`,
          dateMs,
          headers: kind === "newsletter" ? bulk : { "Auto-Submitted": "auto-generated" },
        },
      };
    }),
  );
}

function plain(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
