/** `POST /control/microsoft`: what people and Exchange do by themselves; `GET` lists the mailboxes. */
import * as z from "zod";
import { composeMail } from "../google/gmail/compose.ts";
import { headerOf, leavesOf } from "../google/gmail/mime.ts";
import { referencesOf } from "../google/gmail/store.ts";
import { json, parseBody, SandboxError, type SandboxContext, type SandboxRequest } from "../service.ts";
import { stableId } from "../world/contacts.ts";
import { send } from "./mail/send.ts";
import { FOLDERS, outlookStore, readMessage, type Mailbox } from "./mail/store.ts";
import { nameOf } from "./people.ts";

const settingsInput = z.strictObject({
  /** Expires every delta token: 410. */
  endSync: z.literal(true).optional(),
  /** From now on, sent messages get a Message-ID of Exchange's own. */
  replaceMessageIds: z.boolean().optional(),
  /** How long a sent message takes to appear in Sent Items. */
  sentDelayMs: z.int().min(0).optional(),
});

const byHandInput = z.strictObject({
  mailbox: z.email(),
  /** The message's `internetMessageId`. */
  messageId: z.string(),
  move: z.enum(Object.keys(FOLDERS) as [keyof typeof FOLDERS, ...(keyof typeof FOLDERS)[]]).optional(),
  delete: z.literal(true).optional(),
  isRead: z.boolean().optional(),
  categories: z.array(z.string()).optional(),
  /** Answers it in Outlook, without Steward. */
  reply: z.string().optional(),
});

export function graphControl(context: SandboxContext, request: SandboxRequest): Response {
  const store = outlookStore(context);
  if (request.method === "GET") return json({ mailboxes: store.mailboxes.map(described) });
  if (request.path === "/by-hand") return json(byHand(context, parseBody(byHandInput, request)));
  const { endSync, replaceMessageIds, sentDelayMs } = parseBody(settingsInput, request);
  const { state } = store;
  if (endSync === true) state.generation += 1;
  if (replaceMessageIds !== undefined) state.replacesMessageIds = replaceMessageIds;
  if (sentDelayMs !== undefined) state.sentDelayMs = sentDelayMs;
  store.save();
  const { generation, replacesMessageIds } = state;
  return json({ generation, replacesMessageIds, sentDelayMs: state.sentDelayMs });
}

function described(mailbox: Mailbox) {
  return {
    address: mailbox.owner.address,
    messages: mailbox.messages.map((message) => {
      const { subject, messageId, message: parsed } = readMessage(message);
      return {
        id: mailbox.idOf(message, true),
        conversationId: message.conversation,
        messageId,
        folder: message.folder,
        from: headerOf(parsed, "from"),
        subject,
        isRead: message.isRead,
        categories: message.categories,
        files: leavesOf(parsed).flatMap(({ filename, content }) =>
          filename === "" ? [] : [`${filename}, ${content.length} bytes`],
        ),
      };
    }),
  };
}

/** Throws SandboxError 404. */
function byHand(context: SandboxContext, input: z.infer<typeof byHandInput>) {
  const mailbox = outlookStore(context).find(input.mailbox);
  const message = mailbox?.messages.findLast((one) => readMessage(one).messageId === input.messageId);
  if (mailbox === null || message === undefined)
    throw new SandboxError(404, "There is no such message in a mailbox at Microsoft.");
  const { isRead, categories, move, reply } = input;
  if (isRead !== undefined || categories !== undefined)
    mailbox.update(message, {
      ...(isRead === undefined ? {} : { isRead }),
      ...(categories === undefined ? {} : { categories }),
    });
  if (reply !== undefined) {
    const { messageId, message: parsed, subject } = readMessage(message);
    const { owner } = mailbox;
    const raw = composeMail({
      messageId: `<${stableId("hand", owner.address, messageId, String(context.now()))}@namprd00.prod.outlook.example>`,
      from: `${nameOf(owner)} <${owner.address}>`,
      to: [headerOf(parsed, "reply-to") ?? headerOf(parsed, "from") ?? ""],
      subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
      text: reply,
      inReplyTo: messageId,
      references: [...referencesOf(parsed), messageId],
      dateMs: context.now(),
    });
    send(context, mailbox, raw, { isKept: true });
  }
  if (move !== undefined) mailbox.move(message, move);
  if (input.delete === true) mailbox.remove(message);
  outlookStore(context).save();
  return { ok: true };
}
