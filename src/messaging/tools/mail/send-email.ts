/**
 * `send_email` resolves a draft into exactly the e-mail that would be sent: mailbox (the thread's, else the
 * acting one; never the model's choice), recipients, thread and Message-ID. It sends nothing.
 */
import * as z from "zod";
import { emailSend, newestEmail, ownMessageId } from "../../effects/email-send.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import type { Mail } from "../../../integrations/connections/index.ts";
import type { MailMessage, MailSummary } from "../../../platform/email/message.ts";
import type { Mailbox } from "../../../integrations/connections/index.ts";
import { EMAIL_ATTACHMENTS, EMAIL_TEXT_CHARS } from "../../api/email-document.ts";
import type { Lint } from "../../../approvals/api/approval.ts";
import type { Call } from "../../../agent/tools/call.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { attachmentsNamed } from "./attachments.ts";
import type { MailServices } from "./index.ts";
import { domainOf, lintRecipients, readRecipients } from "../../addresses/recipients.ts";

const REFERENCES = 50;
const ADDRESSES_CHARS = 400;

const inputSchema = z.strictObject({
  to: z.string().trim().min(3).max(ADDRESSES_CHARS).describe("Addresses, separated by commas"),
  cc: z.string().trim().max(ADDRESSES_CHARS).optional(),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .regex(/^\P{Cc}*$/u, "must be one line")
    .describe("For an answer: Re: and the e-mail's subject"),
  text: z
    .string()
    .min(1)
    .max(EMAIL_TEXT_CHARS)
    .regex(/\S/, "must not be blank")
    .describe("The words to send"),
  replyToEmailId: z
    .string()
    .trim()
    .max(200)
    .regex(/^[\w-]*$/, "must be an id")
    .optional()
    .describe("Id of the e-mail this answers"),
  attach: z
    .array(z.string().trim().min(1).max(500))
    .max(EMAIL_ATTACHMENTS)
    .optional()
    .describe("Workspace paths, names in Drive"),
  urgent: z.boolean().optional().describe("Cannot wait: it stands on top and goes to who is on call"),
});
type EmailInput = z.output<typeof inputSchema>;

/** Sends an e-mail after approval. */
export const sendEmail = defineTool({
  name: "send_email",
  title: "Send an e-mail",
  done: "Drafted an e-mail",
  description:
    "Drafts an e-mail; a colleague approves it before it is sent. To answer an e-mail give replyToEmailId: it then goes into its thread, from " +
    "the mailbox it came to. Use only addresses you have read in the e-mail, in the contacts, or that a person of the team gave you. Write the " +
    "exact words, plain text, more formal than a text message: whole sentences, a greeting and the company's signature, no slang, no placeholders. Promise nothing you have not found.",
  input: inputSchema,
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [emailSend.kind],
  summarize: ({ to }) => `Drafting an e-mail to ${to}`,
  resolve: (input, services: MailServices, call) => resolveEmail(input, services, call),
});

export async function resolveEmail(
  input: EmailInput,
  services: MailServices,
  call: Pick<Call, "tenantId" | "conversationId" | "id">,
): Promise<Resolution> {
  const recipients = readRecipients(input);
  if (typeof recipients === "string") return retry(recipients);
  const { to, cc } = recipients;
  const { mail } = services;
  services.mustAllow("send");
  const answered = await findAnswered(mail, input.replyToEmailId ?? "");
  if (answered === "unknown") {
    return retry("There is no e-mail with that id. Use the id of an e-mail you have read.");
  }
  const mailbox = answered === null ? mail.actsAs : mail.mailbox(answered.original.mailbox);
  if (mailbox === null) return { kind: "failed", message: "That mailbox may not be used any more." };
  if (to.includes(mailbox.address)) return retry(`${mailbox.address} is the team's own mailbox.`);
  const attachments = await attachmentsNamed(services, input.attach ?? []);
  if (typeof attachments === "string") return retry(attachments);
  const document = {
    connectionId: mail.connectionId,
    mailbox: mailbox.address,
    from: { name: mailbox.name, address: mailbox.address },
    to,
    cc,
    subject: input.subject,
    text: input.text.replace(/\r\n?/g, "\n"),
    ...placeOf(answered?.original ?? null),
    messageId: await ownMessageId(mailbox.address, call.tenantId, call.conversationId, call.id),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
  const contacts = await services.contactAddresses([...to, ...cc]);
  const lints = lintsOf({ to, cc, subject: input.subject }, { mailbox, answered, contacts });
  const inContacts = [...to, ...cc].filter((address) => contacts?.includes(address) === true);
  return resolved(document, { mail, mailbox, answered, lints, inContacts, urgent: input.urgent === true });
}

interface Answered {
  readonly original: MailMessage;
  readonly thread: readonly MailSummary[];
}

async function findAnswered(mail: Mail, id: string): Promise<Answered | null | "unknown"> {
  if (id === "") return null;
  const original = await mail.read(id);
  if (original === null) return "unknown";
  return { original, thread: await mail.thread(original.mailbox, original.threadId) };
}

/** A reply goes to the thread of the e-mail it answers; any other e-mail starts a new one. */
function placeOf(original: MailMessage | null) {
  return {
    threadId: original?.threadId ?? null,
    inReplyTo: original?.messageId ?? null,
    references: referencesOf(original),
  };
}

/** The chain of RFC 5322 section 3.6.4. */
function referencesOf(original: MailMessage | null): string[] {
  if (original === null || original.messageId === null) return [];
  const chain = original.references.length > 0 ? original.references : [original.inReplyTo ?? ""];
  return [...chain.filter((id) => id !== "" && id !== original.messageId), original.messageId].slice(
    -REFERENCES,
  );
}

interface Known {
  readonly mailbox: Mailbox;
  readonly answered: Answered | null;
  /** Addresses of contacts; null if they could not be read. */
  readonly contacts: readonly string[] | null;
}

function lintsOf(
  fields: { readonly to: readonly string[]; readonly cc: readonly string[]; readonly subject: string },
  { mailbox, answered, contacts }: Known,
): Lint[] {
  const original = answered?.original ?? null;
  const inThread =
    original === null
      ? []
      : [original.from.address, ...original.replyTo, ...original.to, ...original.cc].filter(
          (address) => address !== "" && address !== mailbox.address,
        );
  const lints = lintRecipients(fields, {
    inThread,
    contacts,
    ownDomains: [domainOf(mailbox.address)],
  });
  const add = (code: string, level: Lint["level"], message: string, path: string | null): void => {
    lints.push({ code, level, message, path });
  };
  if (original === null) return lints;
  if (baseSubject(original.subject) !== baseSubject(fields.subject)) {
    add("subject_differs", "info", `The thread's subject is "${original.subject}".`, "/subject");
  }
  if (original.hidden !== "") {
    add("hidden_text", "danger", "The e-mail that is answered hides text from its reader.", null);
  }
  if (original.isAutomatic) {
    add(
      "automatic_sender",
      "info",
      "The e-mail that is answered was sent by a machine or to a list.",
      "/to/0",
    );
  }
  if (original.replyTo.length > 0 && !original.replyTo.includes(original.from.address)) {
    const asked = original.replyTo.join(", ");
    const level = original.replyTo.every((address) => isOfOneHouse(address, original.from.address))
      ? "info"
      : "warning";
    add("reply_to", level, `Answers are asked to go to ${asked}, not to ${original.from.address}.`, "/to/0");
  }
  return lints;
}

/** Whether two addresses have the same domain, or one is a subdomain of the other's. */
function isOfOneHouse(one: string, other: string): boolean {
  const [left, right] = [`.${domainOf(one)}`, `.${domainOf(other)}`];
  return left.endsWith(right) || right.endsWith(left);
}

function baseSubject(subject: string): string {
  return subject
    .replace(/^(?:\s*(?:re|aw|fwd?|wg)\s*:)+/i, "")
    .trim()
    .toLowerCase();
}

interface Draft {
  readonly mail: Mail;
  readonly mailbox: Mailbox;
  readonly answered: Answered | null;
  readonly lints: readonly Lint[];
  readonly inContacts: readonly string[];
  readonly urgent: boolean;
}

function resolved(document: Parameters<typeof emailSend.of>[0], draft: Draft): Resolution {
  const { lints, inContacts, urgent } = draft;
  const { address = "", name = "" } = draft.answered?.original.from ?? {};
  return {
    kind: "resolved",
    effects: [emailSend.of(document)],
    observed: draft.answered === null ? [] : [newestOf(draft, draft.answered)],
    lints,
    inContacts,
    urgent,
    ...(name === "" ? {} : { names: { [address]: name } }),
  };
}

/** The newest e-mail of the answered thread at the time of drafting. */
function newestOf({ mail, mailbox }: Draft, { original, thread }: Answered) {
  const newest = thread.at(-1);
  return newestEmail.observe({
    connectionId: mail.connectionId,
    mailbox: mailbox.address,
    threadId: original.threadId,
    messageId: newest?.id ?? null,
    from: original.from.address,
    direction: newest?.labels.includes("SENT") === true ? "outgoing" : "incoming",
    ...(newest === undefined ? {} : { at: newest.at }),
  });
}
