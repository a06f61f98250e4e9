/**
 * The document of an `email.send` effect: every field of an outgoing e-mail, validated against header
 * injection.
 */
import * as z from "zod";

/** Maximum characters of an outgoing e-mail. */
export const EMAIL_TEXT_CHARS = 20_000;
/** Maximum recipients of one e-mail, including copies. */
export const EMAIL_RECIPIENTS = 10;

/** A single line without control characters, which prevents header injection. */
const lineSchema = (maxChars: number) =>
  z
    .string()
    .max(maxChars)
    .regex(/^\P{Cc}*$/u, "must be one line");
/** Plain ASCII only, because other letters can look like these. */
export const emailAddressSchema = z
  .string()
  .max(254)
  .regex(/^[\x21-\x7e]+$/, "must be a plain e-mail address")
  .pipe(z.email("must be an e-mail address"));
/** Prefix of every Message-ID we generate. Persisted in IDs: never change it. */
export const OWN_MESSAGE_ID = "<steward_";
const messageIdSchema = z
  .string()
  .max(300)
  .regex(/^<[^<>\s]+>$/);

/**
 * Limits on an e-mail's attachments: count and total bytes. Gmail accepts 25 MB after encoding (base64 adds a
 * third), and an isolate holds the bytes twice.
 */
export const EMAIL_ATTACHMENTS = 10;
export const EMAIL_ATTACHMENT_BYTES = 15 * 1024 * 1024;

/** An attachment: where it is stored and the hash of its bytes. */
export const attachmentSchema = z.strictObject({
  name: lineSchema(200).min(1),
  /** Type, size and location, formatted for the approval card. */
  about: lineSchema(300),
  type: z.string().regex(/^[\w.+-]{1,60}\/[\w.+-]{1,100}$/),
  sizeBytes: z.int().min(0),
  source: z.enum(["workspace", "drive", "email"]),
  /** A workspace path, a Drive ID, or `<e-mail ID>/<number>`. */
  ref: z.string().min(1).max(600),
  /**
   * The account whose access is used in Drive, or the mailbox that received the file; empty for the
   * workspace.
   */
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
