import * as z from "zod";
import { emailArchive, INBOX } from "../../effects/email-archive.ts";
import { emailLabel } from "../../effects/email-label.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import type { Mail } from "../../../integrations/connections/index.ts";
import type { MailMessage } from "../../../platform/email/message.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { MailServices } from "./index.ts";

const MOST = 25;
/** IDs of Gmail's own labels are uppercase; of those, only the inbox label may be changed here. */
const OWN_LABEL = /^[A-Z_]+$/;

const inputSchema = z.strictObject({
  ids: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(200)
        .regex(/^[\w-]+$/, "must be an id"),
    )
    .min(1)
    .max(MOST)
    .describe("Ids of the e-mails, as search_emails returned them; all of one mailbox"),
  change: z
    .enum(["archive", "add_label", "remove_label"])
    .describe("archive takes them out of the inbox and deletes nothing"),
  label: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe(
      "With add_label and remove_label: the label's name, such as Leads. One that isn't there yet is made",
    ),
});
type Input = z.output<typeof inputSchema>;

/** Archives and labels e-mails after approval. */
export const sortEmails = defineTool({
  name: "sort_emails",
  title: "Sort e-mails",
  done: "Drafted sorting e-mails",
  description:
    "Archives e-mails, or adds or removes a Gmail label (such as Leads), up to 25 at once, after a person has approved it; it can be undone. " +
    "Nothing is deleted or marked as read.",
  keywords: "archive label tag folder file clean up tidy inbox gmail move unlabel organize",
  input: inputSchema,
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [emailArchive.kind, emailLabel.kind],
  summarize: ({ change, ids }) =>
    `Drafting to ${change.replaceAll("_", " ")} ${ids.length === 1 ? "1 e-mail" : `${ids.length} e-mails`}`,
  async resolve(input, { mail, mustAllow }: MailServices): Promise<Resolution> {
    mustAllow("label");
    const found = await findAll(mail, [...new Set(input.ids)]);
    if (typeof found === "string") return retry(found);
    const [{ mailbox }] = found;
    const wanted = await labelOf(input, mail, mailbox);
    if (typeof wanted === "string") return retry(wanted);
    const { name, id, change } = wanted;
    // Only those it changes, so that undo affects no others.
    const changed = found.filter(
      ({ labels }) => (id !== null && labels.includes(id)) === (change === "remove"),
    );
    if (changed.length === 0) return retry("That is how these e-mails are already. Nothing would change.");
    const { connectionId } = mail;
    const emailIds = changed.map((one) => one.id);
    const subjects = changed.map(({ subject }) => subject.slice(0, 200) || "(no subject)");
    return {
      kind: "resolved",
      effects: [
        id === INBOX
          ? emailArchive.of({ connectionId, mailbox, emailIds, subjects })
          : emailLabel.of({ connectionId, mailbox, emailIds, label: name, change, subjects }),
      ],
      observed: [],
      lints:
        id === null
          ? [
              {
                code: "new_label",
                level: "info",
                message: `The label “${name}” isn’t there yet and is made.`,
                path: "/label",
              },
            ]
          : [],
      urgent: false,
    };
  },
});

/** The e-mails, all in one mailbox; a string explains what is wrong. */
async function findAll(
  mail: Mail,
  ids: readonly string[],
): Promise<readonly [MailMessage, ...MailMessage[]] | string> {
  const found: MailMessage[] = [];
  for (const id of ids) {
    const one = await mail.read(id);
    if (one === null) return `There is no e-mail with the id ${id}. Use ids that search_emails returned.`;
    found.push(one);
  }
  const [first, ...others] = found;
  if (first === undefined) return "Give the id of an e-mail.";
  const other = others.find(({ mailbox }) => mailbox !== first.mailbox);
  if (other !== undefined)
    return `${first.id} is in ${first.mailbox} and ${other.id} in ${other.mailbox}. Sort each mailbox by itself.`;
  return [first, ...others];
}

interface Wanted {
  readonly name: string;
  /** Null for a label to be created. */
  readonly id: string | null;
  readonly change: "add" | "remove";
}

/** The label to add or remove; a string explains what is wrong. */
async function labelOf({ change, label }: Input, mail: Mail, mailbox: string): Promise<Wanted | string> {
  if (change === "archive") return { name: INBOX, id: INBOX, change: "remove" };
  if (label === undefined) return `${change} needs label: the label's name.`;
  return ownLabel({ change, label }, { mailbox, labels: await mail.labels(mailbox) });
}

/** Like `labelOf`, for the team's own labels. Pure. */
function ownLabel(
  { change, label }: { readonly change: "add_label" | "remove_label"; readonly label: string },
  { mailbox, labels }: { readonly mailbox: string; readonly labels: Awaited<ReturnType<Mail["labels"]>> },
): Wanted | string {
  const known = labels.find(({ name }) => name.toLowerCase() === label.toLowerCase()) ?? null;
  if (known !== null && OWN_LABEL.test(known.id))
    return `${known.name} is the mailbox's own. archive takes e-mails out of the inbox; the others can't be changed here.`;
  if (known !== null) return { ...known, change: change === "add_label" ? "add" : "remove" };
  if (change === "add_label") return { name: label, id: null, change: "add" };
  const own = labels.filter(({ id }) => !OWN_LABEL.test(id)).map(({ name }) => name);
  return `${mailbox} has no label "${label}". It has: ${own.join(", ") || "none of its own"}.`;
}
