/** The demo world's shared mailbox behind the e-mail tools: answers in the form the product gives, e-mails that start a run as it writes them. */
import { mailStore, readMail, searchable, type StoredMail } from "../../../sandbox/google/gmail/store.ts";
import { receiveEmail } from "../../../sandbox/google/gmail/inbound.ts";
import { addressesOf, headerOf } from "../../../sandbox/google/gmail/mime.ts";
import { parseQuery } from "../../../sandbox/google/gmail/query.ts";
import { sendRaw } from "../../../sandbox/google/gmail/delivery.ts";
import { contextTail } from "../../../src/agents/context.ts";
import { emailText } from "../../../src/agents/email-guidance.ts";
import { readEmail } from "../../../src/channels/email/inbound.ts";
import { googleWorld } from "../google/google-world.ts";
import { CALENDAR_TOOLS, Conversation, MAIL_TOOLS, NOW, type Turn } from "./conversation.ts";

const OFFICE = "office@alderfinch.example";

/** What reading an e-mail costs nothing but time: the product's own parser. */
type Parsed = Awaited<ReturnType<typeof readEmail>>;

/** A mailbox of its own. */
export class Mailbox {
  readonly #context = googleWorld({ world: "demo" }).context;
  readonly #store = mailStore(this.#context);
  readonly #box = this.#store.find(OFFICE)!;
  readonly #parsed = new Map<string, Parsed>();

  /** Reads every e-mail once, as the product reads it. */
  async open(): Promise<this> {
    for (const mail of this.#box.messages) await this.#parse(mail);
    return this;
  }

  async #parse(mail: StoredMail): Promise<Parsed> {
    const known = this.#parsed.get(mail.id);
    if (known !== undefined) return known;
    const at = new Date(mail.internalDateMs).toISOString();
    const envelope = {
      id: mail.id,
      mailbox: OFFICE,
      threadId: mail.threadId,
      at,
      snippet: readMail(mail).text.slice(0, 100),
      labels: mail.labelIds,
    };
    const made = await readEmail(envelope, new Uint8Array(Buffer.from(mail.raw, "latin1")));
    this.#parsed.set(mail.id, made);
    return made;
  }

  /** An e-mail arrives and starts a run, which is played to its stop. */
  async receive(
    conversation: Conversation,
    email: {
      from: string;
      subject: string;
      body: string;
      html?: string;
      threadId?: string;
      headers?: Record<string, string>;
    },
    skill: string | null = null,
  ): Promise<Turn> {
    const { id } = receiveEmail(this.#context, this.#store, { ...email, to: OFFICE });
    const parsed = await this.#parse(this.#box.find(id)!);
    const text = emailText({
      type: "email",
      emailId: id,
      mailbox: OFFICE,
      from: parsed.from,
      to: [...parsed.to],
      cc: [...parsed.cc],
      subject: parsed.subject,
      text: parsed.text,
      quoted: parsed.quoted,
      hidden: parsed.hidden,
      attachments: [...parsed.attachments],
    });
    const context = contextTail({
      nowMs: NOW,
      timeZone: "America/New_York",
      speaker: { kind: "contact", name: parsed.from.name },
      source: "email",
      trigger: {
        contact: { name: parsed.from.name },
        address: parsed.from.address,
        skill:
          skill === null
            ? null
            : { path: "skills/lead-qualification/SKILL.md", version: "v1", content: skill },
      },
    });
    this.serve(conversation);
    return conversation.hear([text], context);
  }

  /** Gives a conversation the e-mail tools over this mailbox. */
  serve(conversation: Conversation): Conversation {
    conversation.tools = conversation.played.has("list_events") ? CALENDAR_TOOLS : MAIL_TOOLS;
    conversation.mail = (tool, input) => (tool === "search_emails" ? this.#search(input) : this.#read(input));
    return conversation;
  }

  /** A colleague answers by hand. */
  answerByHand(threadId: string, text: string): void {
    const last = this.#box.thread(threadId).at(-1)!;
    const { message, messageId, subject } = readMail(last);
    const raw = [
      `To: ${headerOf(message, "from")}`,
      `Subject: Re: ${subject}`,
      `In-Reply-To: ${messageId}`,
      "",
      text,
    ];
    const sent = sendRaw(this.#context, this.#store, this.#box, { raw: raw.join("\r\n"), threadId });
    void this.#parse(sent);
  }

  /** Newest thread with a subject. */
  threadOf(subject: string): string {
    return this.#box.messages.findLast((mail) => readMail(mail).subject.endsWith(subject))!.threadId;
  }

  #search({ query = "", limit = "10" }: Record<string, string>): unknown[] {
    const wanted = parseQuery(query, NOW);
    return this.#box.messages
      .filter((mail) => wanted.matches(searchable(this.#box, mail)))
      .toSorted((left, right) => right.internalDateMs - left.internalDateMs)
      .slice(0, Number(limit))
      .map((mail) => {
        const { message, subject, text } = readMail(mail);
        const [from] = addressesOf(headerOf(message, "from"));
        return {
          id: mail.id,
          mailbox: OFFICE,
          threadId: mail.threadId,
          from: `${from?.name} <${from?.address}>`,
          to: [OFFICE],
          subject,
          at: new Date(mail.internalDateMs).toISOString(),
          snippet: text.replace(/\s+/g, " ").slice(0, 160),
        };
      });
  }

  #read({ id = "" }: Record<string, string>): unknown[] {
    const mail = this.#box.find(id);
    const parsed = this.#parsed.get(id);
    if (mail === null || parsed === undefined) return [];
    return [
      {
        id,
        mailbox: OFFICE,
        threadId: mail.threadId,
        from: `${parsed.from.name} <${parsed.from.address}>`,
        replyTo: parsed.replyTo,
        to: parsed.to,
        cc: parsed.cc,
        subject: parsed.subject,
        at: parsed.at,
        sentByUs: mail.labelIds.includes("SENT"),
        automatic: parsed.isAutomatic,
        text: parsed.text,
        quotedHistory: parsed.quoted.slice(0, 1500),
        hiddenFromItsReader: parsed.hidden === "" ? null : `${parsed.hidden.length} characters, left out`,
        attachments: [],
        thread: this.#box.thread(mail.threadId).map((one) => ({
          id: one.id,
          from: readMail(one).from,
          at: new Date(one.internalDateMs).toISOString(),
          sentByUs: one.labelIds.includes("SENT"),
          snippet: readMail(one).text.replace(/\s+/g, " ").slice(0, 120),
        })),
      },
    ];
  }
}
