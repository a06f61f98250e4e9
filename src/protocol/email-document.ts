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
});
export type EmailDocument = z.infer<typeof emailDocumentSchema>;
