/** Mailboxes in the console, read from the store (without using Gmail's quota), and Steward's next check. */
import * as z from "zod";
import { addressesOf, headerOf, leavesOf } from "../google/gmail/mime.ts";
import { mailStore, readMail, type Mailbox, type StoredMail } from "../google/gmail/store.ts";
import { quoStore } from "../quo/store.ts";
import { SandboxError, type SandboxContext, type SandboxRequest } from "../service.ts";
import { TENANTS } from "../world/company.ts";
import { askAs } from "./steward.ts";

const MAX_THREADS = 80;
const MAX_WORDS = 4000;
const MAX_SENDERS = 400;

/** Companies' mailboxes, and possible senders. */
export function mailCompanies(context: SandboxContext) {
  const accounts = new Map(quoStore(context).accounts.map((account) => [account.tenant.id, account]));
  return TENANTS.map(({ id, name, timeZone, google, people }) => ({
    id,
    name,
    timeZone,
    mailboxes: google.mailboxes,
    senders: [
      ...(accounts.get(id)?.records.contacts ?? []).slice(0, MAX_SENDERS).flatMap(({ defaultFields }) => {
        const { firstName, lastName, role, company, emails } = defaultFields;
        const address = emails[0]?.value;
        if (typeof address !== "string") return [];
        const named = [firstName, lastName].filter(Boolean).join(" ");
        return [{ name: named, address, about: [role, company].filter(Boolean).join(", ") }];
      }),
      ...people.map(({ firstName, lastName, email, job }) => ({
        name: `${firstName} ${lastName}`,
        address: email,
        about: job,
      })),
    ],
  }));
}

/** A mailbox's newest threads, most recent first. */
export function mailThreads(context: SandboxContext, { url }: SandboxRequest) {
  const mailbox = mailboxOf(context, url);
  const threads = [...Map.groupBy(mailbox.messages, ({ threadId }) => threadId)];
  return threads
    .flatMap(([id, mails]) => {
      const last = mails.at(-1);
      const first = mails[0];
      if (last === undefined || first === undefined) return [];
      const theirs = mails.findLast((mail) => !mail.labelIds.includes("SENT"));
      const who = personOf(theirs ?? last, theirs === undefined ? "to" : "from");
      return {
        id,
        mailbox: mailbox.owner.address,
        with: who,
        subject: readMail(first).subject,
        at: new Date(last.internalDateMs).toISOString(),
        count: mails.length,
        unread: mails.some((mail) => mail.labelIds.includes("UNREAD")),
        answered: last.labelIds.includes("SENT"),
        tab: tabOf(last),
      };
    })
    .sort((left, right) => right.at.localeCompare(left.at))
    .slice(0, MAX_THREADS);
}

/** A thread's e-mails, oldest first, as readers see them. */
export function mailThread(context: SandboxContext, { url }: SandboxRequest) {
  const mailbox = mailboxOf(context, url);
  return mailbox.thread(url.searchParams.get("thread") ?? "").map((mail) => {
    const { message, text, subject } = readMail(mail);
    return {
      id: mail.id,
      from: personOf(mail, "from"),
      to: headerOf(message, "to") ?? "",
      subject,
      text: withoutHistory(text).slice(0, MAX_WORDS),
      at: new Date(mail.internalDateMs).toISOString(),
      sent: mail.labelIds.includes("SENT"),
      unread: mail.labelIds.includes("UNREAD"),
      labels: mail.labelIds.flatMap((id) => mailbox.labels.find((label) => label.id === id)?.name ?? []),
      files: leavesOf(message).flatMap(({ filename }) => (filename === "" ? [] : [filename])),
    };
  });
}

const stateSchema = z.object({
  checks: z.array(
    z.object({
      name: z.enum(["general", "leads"]),
      schedule: z
        .object({ id: z.string(), when: z.string(), status: z.string(), nextAt: z.string().nullable() })
        .nullable(),
    }),
  ),
});

/** The state of a company's mail checks in Steward, as its admin sees it. Throws SandboxError 502 with Steward's message. */
async function checksOf(context: SandboxContext, tenantId: string) {
  const admin = TENANTS.find(({ id }) => id === tenantId)?.people.find(({ role }) => role === "admin");
  if (admin === undefined) throw new SandboxError(404, "That company doesn't exist.");
  const path = "/api/mail";
  const answer = await askAs(context, admin.email, { method: "GET", path, what: NOT_POLLED });
  return { admin, checks: stateSchema.safeParse(answer).data?.checks ?? [] };
}

const NOT_POLLED = "Steward didn’t check.";

/** Makes Steward check a company's mail now, as its admin. Throws SandboxError 502 with Steward's message. */
export async function pollNow(context: SandboxContext, tenantId: string): Promise<{ polled: number }> {
  const { admin, checks } = await checksOf(context, tenantId);
  const ids = checks.flatMap(({ schedule }) => schedule?.id ?? []);
  if (ids.length === 0) throw new SandboxError(502, `${NOT_POLLED} It has no mail checks yet.`);
  for (const id of ids) {
    const path = `/api/schedules/${id}/run`;
    await askAs(context, admin.email, { method: "POST", path, body: {}, what: NOT_POLLED });
  }
  return { polled: ids.length };
}

/** Times of Steward's next checks, for leads and for everything else; null for a check that doesn't run. */
export async function nextPolls(context: SandboxContext, tenantId: string) {
  const { checks } = await checksOf(context, tenantId);
  const timeZone = TENANTS.find(({ id }) => id === tenantId)?.timeZone ?? "UTC";
  const of = (name: "general" | "leads") => {
    const schedule = checks.find((check) => check.name === name)?.schedule;
    return schedule === null || schedule === undefined || schedule.status !== "active"
      ? null
      : { when: schedule.when, nextAt: schedule.nextAt };
  };
  return { timeZone, general: of("general"), leads: of("leads") };
}

function mailboxOf(context: SandboxContext, url: URL): Mailbox {
  const mailbox = mailStore(context).find(url.searchParams.get("mailbox") ?? "");
  if (mailbox === null) throw new SandboxError(404, "That mailbox doesn't exist.");
  return mailbox;
}

function personOf(mail: StoredMail, header: "from" | "to"): { name: string; address: string } {
  const [person] = addressesOf(headerOf(readMail(mail).message, header));
  if (person === undefined) return { name: "(no one)", address: "" };
  return { name: person.name === "" ? person.address : person.name, address: person.address };
}

/** Gmail's tab by name; null for the primary one. */
function tabOf({ labelIds }: StoredMail): string | null {
  if (labelIds.includes("CATEGORY_PROMOTIONS")) return "Promotions";
  return labelIds.includes("CATEGORY_UPDATES") ? "Updates" : null;
}

/** A letter without its trailing quote. */
function withoutHistory(text: string): string {
  const plain = text.replace(/\r\n?/g, "\n");
  const at = plain.search(/\n+On [^\n]{5,200} wrote:\s*\n/);
  return (at < 0 ? plain : plain.slice(0, at)).trim();
}
