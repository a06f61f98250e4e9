/** The document of an `email.send` effect: every field of the e-mail that leaves, and none that could break out of its header. */
import * as z from "zod";

/** Longest text of an e-mail we send. */
export const EMAIL_TEXT_CHARS = 20_000;
/** Most people one e-mail goes to, copies included. */
export const EMAIL_RECIPIENTS = 10;

/** One line without any control character: no header can be brought in by it. */
const lineSchema = (maxChars: number) =>
  z
    .string()
    .max(maxChars)
    .regex(/^\P{Cc}*$/u, "must be one line");
/** An address of plain ASCII: other letters could pass for these. */
export const emailAddressSchema = z
  .string()
  .max(254)
  .regex(/^[\x21-\x7e]+$/, "must be a plain e-mail address")
  .pipe(z.email("must be an e-mail address"));
/** How every Message-ID we choose begins. Persisted in ids: never changed. */
export const OWN_MESSAGE_ID = "<steward_";
const messageIdSchema = z
  .string()
  .max(300)
  .regex(/^<[^<>\s]+>$/);

/** Most files that go with an e-mail, and their bytes together. Gmail takes 25 MB as they travel (base64, a third more); an isolate holds them twice. */
export const EMAIL_ATTACHMENTS = 10;
export const EMAIL_ATTACHMENT_BYTES = 15 * 1024 * 1024;

/** A file that goes with an e-mail: where it lies, and which bytes it is. */
export const attachmentSchema = z.strictObject({
  name: lineSchema(200).min(1),
  /** Type, size and place in words, for the card. */
  about: lineSchema(300),
  type: z.string().regex(/^[\w.+-]{1,60}\/[\w.+-]{1,100}$/),
  sizeBytes: z.int().min(0),
  source: z.enum(["workspace", "drive", "email"]),
  /** A path of the workspace, an id of Drive, or `<e-mail's id>/<number>`. */
  ref: z.string().min(1).max(600),
  /** Whose eyes see it in Drive, or the mailbox it came to; empty for the workspace. */
  openedBy: z.union([emailAddressSchema, z.literal("")]),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type EmailAttachment = z.infer<typeof attachmentSchema>;

export const emailDocumentSchema = z.strictObject({
  connectionId: z.string(),
  mailbox: emailAddressSchema,
  from: z.strictObject({ name: lineSchema(200), address: emailAddressSchema }),
  to: z.array(emailAddressSchema).min(1).max(EMAIL_RECIPIENTS),
  cc: z.array(emailAddressSchema).max(EMAIL_RECIPIENTS),
  subject: lineSchema(300).min(1),
  text: z.string().min(1).max(EMAIL_TEXT_CHARS),
  threadId: z.string().max(200).nullable(),
  inReplyTo: messageIdSchema.nullable(),
  references: z.array(messageIdSchema).max(60),
  messageId: messageIdSchema,
  attachments: z.array(attachmentSchema).min(1).max(EMAIL_ATTACHMENTS).optional(),
});
export type EmailDocument = z.infer<typeof emailDocumentSchema>;
