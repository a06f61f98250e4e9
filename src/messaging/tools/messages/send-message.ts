/**
 * `send_message` resolves a draft into exactly what would be sent: recipient (a contact, or one created with
 * the same approval), line (determined by the recipient, never the model), and text. It sends nothing.
 */
import {
  findByNumber,
  isOwnCompany,
  linesFor,
  type Contact,
  type Line,
  type Texting,
  type TextMessage,
} from "../../../integrations/connections/index.ts";
import * as z from "zod";
import { contactCreate } from "../../effects/contact-create.ts";
import { newestOf, smsSend, textEffect } from "../../effects/sms-send.ts";
import type { Resolution, Resolved, ResolvedEffect } from "../../../approvals/ports.ts";
import { isE164 } from "../../../kernel/e164.ts";
import type { Json } from "../../../kernel/hash.ts";
import { LIMITS } from "../../../kernel/limits.ts";
import { formatNumber, toE164 } from "../../../kernel/phone.ts";
import { plainWords } from "../../../kernel/plain-words.ts";
import type { Lint } from "../../../approvals/api/approval.ts";
import { contactCreateEffect } from "../contacts/contact-create-effect.ts";
import { contactFieldsSchema, fullName, type ContactFields } from "../contacts/contact-fields.ts";
import type { Call } from "../../../agent/tools/call.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { MessageServices } from "./index.ts";
import { lintText } from "./lint-text.ts";

/** A greeting appears within this many words. */
const GREETING_WORDS = 4;
/** Texts of the thread checked for the newest ones, and for a STOP that is not on record yet. */
const THREAD_TEXTS = 50;

interface Recipient {
  readonly number: string;
  readonly name: string;
  readonly contactId: string | null;
  readonly company: string | null;
  readonly role: string | null;
  readonly internal: boolean;
}

/** Sends a text after approval. */
export const sendMessage = defineTool({
  name: "send_message",
  title: "Text someone",
  done: "Drafted a text",
  description:
    "Drafts a text message to one person; a colleague approves it before it is sent. The recipient decides the line. " +
    "Write the exact words, without placeholders, in the language the contact writes in. Promise nothing you have not found.",
  input: z.strictObject({
    to: z
      .string()
      .trim()
      .min(3)
      .max(64)
      .describe("Contact id or E.164 number, as search_contacts returns them"),
    text: z
      .string()
      .min(1)
      .max(LIMITS.smsChars)
      .regex(/\S/, "must not be blank")
      .describe("The words to send"),
    createContact: contactFieldsSchema
      .optional()
      .describe("Only for a number not in the contacts: the contact to make"),
    urgent: z
      .boolean()
      .optional()
      .describe(
        "Danger, no heat, water running, somebody locked out: it stands on top and goes to who is on call",
      ),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [contactCreate.kind, smsSend.kind],
  summarize: ({ to }) => `Drafting a text to ${to}`,
  resolve: (input, services: MessageServices, call) => resolveText(input, services, call),
});

interface TextInput {
  readonly to: string;
  readonly text: string;
  readonly createContact?: ContactFields | undefined;
  readonly urgent?: boolean | undefined;
}

/** Resolves one text to one person. */
export async function resolveText(
  input: TextInput,
  { texting, records }: MessageServices,
  call: Pick<Call, "asker">,
): Promise<Resolution> {
  const { text, createContact, urgent } = input;
  const addressed = await addresseeOf(texting, input.to);
  if (typeof addressed === "string") return retry(addressed);
  const { number, chosen } = addressed;
  if (texting.lines.some((line) => line.number === number))
    return retry(
      `${formatNumber(number)} is the company's own line. search_contacts gives the person's own number.`,
    );

  const contacts = meantFirst(await findByNumber(texting, number), { chosen, text });
  const thread = await texting.messages(number, THREAD_TEXTS);
  const mayBeStranger =
    contacts.length === 0 && createContact === undefined && (await isOurs(number, { records, thread, call }));
  const recipient = mayBeStranger
    ? strangerAt(number)
    : recipientOf(number, contacts, createContact, texting.ownCompany);
  if (typeof recipient === "string") return retry(recipient);
  const [line] = linesFor(texting.lines, recipient.internal, thread);
  if (line === undefined) {
    const audience = recipient.internal ? "the team's own people" : "people outside the team";
    return {
      kind: "failed",
      message: `No line is set up for texting ${audience}. An admin can add one to the connection.`,
    };
  }
  const optOut = await records.optOut(number, thread);
  if (optOut !== null) {
    const why =
      optOut.asked === null
        ? "opted out of texts (STOP) and can’t be texted"
        : "asked not to be texted. A person of the team has to read it first, and can allow it on their page under Texts";
    return { kind: "failed", message: `${recipient.name} ${why}.` };
  }
  const draft = resolved({
    texting,
    recipient,
    line,
    thread,
    text: text.replace(/\r\n?/g, "\n"),
    createContact,
    contacts,
    urgent: urgent === true,
  });
  // People recognize numbers; the contact ID is kept only if several contacts share the number.
  return contacts.length > 1 || input.to !== chosen
    ? draft
    : { ...draft, arguments: withNumber(input, number) };
}

/**
 * Contacts who share a number: the chosen one first, else the one greeted in the text, such as Walt in "Hi
 * Walt, …".
 */
function meantFirst(
  owners: readonly Contact[],
  { chosen, text }: { readonly chosen: string | null; readonly text: string },
): Contact[] {
  const greeting = new Set(plainWords(text).slice(0, GREETING_WORDS));
  const isGreeted = ({ name }: Contact): boolean => plainWords(name).some((word) => greeting.has(word));
  const meant = chosen ?? owners.find(isGreeted)?.id;
  return owners.toSorted((left, right) => Number(right.id === meant) - Number(left.id === meant));
}

/** The arguments with the number in place of the contact ID; missing arguments are omitted. */
function withNumber(input: object, to: string): Record<string, Json> {
  const given = Object.entries({ ...input, to }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Record<string, Json>;
}

/** The number meant, and the contact it came from; a string explains what is wrong. */
async function addresseeOf(
  texting: Texting,
  to: string,
): Promise<{ readonly number: string; readonly chosen: string | null } | string> {
  const byId = /[a-z]/i.test(to) ? await texting.contacts.byId(to) : null;
  if (byId !== null) {
    const numbers = byId.numbers.map((one) => one.number).filter(isE164);
    const [only, ...others] = numbers;
    if (only === undefined) return `${byId.name} has no phone number in the contacts.`;
    return others.length === 0
      ? { number: only, chosen: byId.id }
      : `${byId.name} has several numbers: ${numbers.join(", ")}. Give the one to text.`;
  }
  const number = toE164(to, texting.lines[0]?.number ?? "");
  return number === null
    ? `"${to}" is neither a contact's id nor a phone number. Give what search_contacts returned.`
    : { number, chosen: null };
}

/**
 * Whether a number without a contact may be texted: there are texts or calls with it, or a member wrote it
 * here or on the card.
 */
async function isOurs(
  number: string,
  {
    records,
    thread,
    call,
  }: {
    readonly records: MessageServices["records"];
    readonly thread: readonly TextMessage[];
    readonly call: Pick<Call, "asker">;
  },
): Promise<boolean> {
  if (call.asker === null || call.asker.said.some((words) => names(words, number))) return true;
  return thread.some(({ from, to }) => from === number || to === number) || records.isKnown(number);
}

/** Whether the text contains this number, however it is formatted. */
function names(words: string, number: string): boolean {
  const written = words.match(/\+?\(?\d[\d\s().-]{5,}\d/g) ?? [];
  return written.some((one) => toE164(one, number) === number);
}

function strangerAt(number: string): Recipient {
  const nobody = { contactId: null, company: null, role: null, internal: false };
  return { number, name: formatNumber(number), ...nobody };
}

/** The recipient of the text; a string explains what is wrong. */
function recipientOf(
  number: string,
  contacts: readonly Contact[],
  createContact: ContactFields | undefined,
  ownCompany: string,
): Recipient | string {
  const [known] = contacts;
  if (known !== undefined && createContact !== undefined) {
    return `${formatNumber(number)} is already in the contacts, as ${known.name}. Leave createContact out.`;
  }
  if (known !== undefined) {
    const { name, company, role, internal } = known;
    return { number, name, contactId: known.id, company, role, internal };
  }
  if (createContact === undefined) {
    return (
      `No one in the contacts has the number ${formatNumber(number)}, nothing is on record with it, and no one of the team wrote it here. If somebody told you ` +
      "who it is, call send_message again with createContact (firstName at least): the contact and the text are then approved together. Otherwise ask who it is."
    );
  }
  const company = createContact.company ?? null;
  const internal = isOwnCompany(company, ownCompany);
  return {
    number,
    name: fullName(createContact),
    contactId: null,
    company,
    role: createContact.role ?? null,
    internal,
  };
}

interface Draft {
  readonly texting: Texting;
  readonly recipient: Recipient;
  readonly line: Line;
  readonly thread: readonly TextMessage[];
  readonly text: string;
  readonly createContact: ContactFields | undefined;
  readonly urgent: boolean;
  readonly contacts: readonly Contact[];
}

function resolved(draft: Draft): Resolved {
  const { texting, recipient, line, thread, createContact } = draft;
  const { number, name, contactId, company } = recipient;
  const text = textEffect(texting, line, { number, name, contactId, company }, draft.text);
  const effects: ResolvedEffect[] =
    createContact === undefined
      ? [text]
      : [contactCreateEffect(texting, createContact, number, null), { ...text, needs: 0 }];
  return {
    kind: "resolved",
    effects,
    lints: lintsOf(draft, effects.length),
    observed: [newestOf(texting, number, thread)],
    urgent: draft.urgent,
    inContacts: recipient.contactId === null ? [] : [number],
  };
}

/** If there are several effects, pointers start with the effect's index; the text is the last one. */
function lintsOf({ recipient, thread, text, contacts }: Draft, effectCount: number): Lint[] {
  const lints = lintText({
    text,
    recipient: {
      name: recipient.name,
      role: recipient.role,
      record: recipient.contactId !== null ? "contact" : effectCount > 1 ? "made" : "none",
    },
    sharedWith: contacts.slice(1).map((contact) => contact.name),
    thread,
  });
  const prefix = effectCount > 1 ? `/${effectCount - 1}` : "";
  return lints.map((lint) => ({ ...lint, path: lint.path === null ? null : prefix + lint.path }));
}
