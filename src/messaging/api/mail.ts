/** E-mail on the wire: what is watched and how, on whose behalf Steward acts, and the e-mails themselves. */
import { mailReasonSchema } from "./reasons.ts";
import * as z from "zod";
import { pageOf, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { emailAttachmentSchema } from "../../agent/api/message.ts";
import { hoursSchema } from "../../notifications/api/on-call.ts";
import { scheduleSchema } from "../../agent/api/schedules.ts";

/** An e-mail address in lower case. */
const addressSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** One of the two checks: how often it looks, at which hours of the tenant's zone, and for what (a Gmail search). */
export const mailCheckSchema = z.object({
  enabled: z.boolean(),
  everyMinutes: z
    .number()
    .int()
    .min(1)
    .max(24 * 60),
  /** Null: at all hours. */
  hours: hoursSchema.nullable(),
  query: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/^\P{Cc}*$/u, "must be one line"),
});
export type MailCheckSettings = z.infer<typeof mailCheckSchema>;

/** Whose mailbox the agent uses when it is asked in chat: the asking person's own where it is on the list, or always this one. */
const actAsChatSchema = z.union([z.literal("own"), addressSchema]);

export const mailSettingsSchema = z.object({
  /** Mailboxes whose new e-mails start runs. */
  watched: z.array(addressSchema).max(50),
  /** People whose calendars the agent may look at. */
  calendars: z.array(addressSchema).max(50),
  actAs: z.object({
    chat: actAsChatSchema,
    /** In runs no one asked for. */
    background: addressSchema,
  }),
  checks: z.object({ general: mailCheckSchema, leads: mailCheckSchema }),
  /** The mailbox in which colleagues write to Steward itself, which answers them without asking; null where there is none. It is watched. */
  answersAt: addressSchema.nullable().default(null),
  /** Whether processed e-mails get a label in Gmail: a standing rule, done through the ledger. */
  markInGmail: z.boolean(),
});
export type MailSettings = z.infer<typeof mailSettingsSchema>;

/** What is looked for where a tenant set nothing: unread, without promotions, tools' notifications and leads. */
export const DEFAULT_MAIL_CHECKS: MailSettings["checks"] = {
  general: {
    enabled: true,
    everyMinutes: 15,
    hours: null,
    query:
      "in:inbox is:unread -category:promotions -category:social -category:forums -from:zillow.com -from:clickup.com -from:github.com -from:slack.com -from:atlassian.net -from:openphone.com -from:quo.com",
  },
  leads: {
    enabled: true,
    everyMinutes: 5,
    hours: { from: "08:00", to: "20:00" },
    query: "in:inbox is:unread from:zillow.com",
  },
};

export const mailCheckNameSchema = z.enum(["general", "leads"]);
export type MailCheckName = z.infer<typeof mailCheckNameSchema>;

/** The page's whole state; `connection` is null where no Gmail is connected. */
export const mailStateSchema = z.object({
  connection: z
    .object({
      id: z.string(),
      label: z.string(),
      /** The service account that acts, empty where it can't be opened; null where one person signed in. */
      serviceAccount: z.string().nullable(),
      /** What whoever signed in has not allowed, such as `sending e-mail`. */
      lacks: z.array(z.string()),
      /** The only mailboxes it may act for: set with the connection, never here. */
      mailboxes: z.array(z.object({ address: z.string(), name: z.string() })),
    })
    .nullable(),
  settings: mailSettingsSchema.nullable(),
  /** For compare-and-set. */
  version: z.number().int(),
  /** How far each watched mailbox has been read. */
  mailboxes: z.array(
    z.object({
      address: z.string(),
      /** Everything that came before has been found; null before the first check. */
      readThrough: timeSchema.nullable(),
      /** E-mails that were found and not taken yet. */
      waiting: z.number().int(),
      /** Of those found, how many could not be read; they are tried again. */
      failing: z.number().int(),
      nextTryAt: timeSchema.nullable(),
      /** Whether more is being found just now. */
      isListing: z.boolean(),
      problem: z.string().nullable(),
    }),
  ),
  /** How each check stands: last seen, last error, next run. */
  checks: z.array(z.object({ name: mailCheckNameSchema, schedule: scheduleSchema.nullable() })),
});
export type MailState = z.infer<typeof mailStateSchema>;

/** An e-mail as Steward keeps it. */
export const mailViewSchema = z.object({
  id: z.string(),
  mailbox: z.string(),
  threadId: z.string(),
  conversationId: z.string(),
  direction: z.enum(["incoming", "outgoing"]),
  from: z.object({ name: z.string(), address: z.string() }),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  /** Characters of the whole text where `text` is its beginning. */
  wholeChars: z.number().int().optional(),
  attachments: z.array(emailAttachmentSchema),
  at: timeSchema,
  /** `received`: not dispatched yet. `handed`: in its conversation. `recorded`: kept, starts nothing; `reason` says why. */
  state: z.enum(["received", "handed", "recorded"]),
  reason: mailReasonSchema.nullable(),
});
export type MailView = z.infer<typeof mailViewSchema>;

/** What a model says of an e-mail. */
export const mailSummarySchema = z.object({ mailbox: z.string(), id: z.string(), summary: z.string() });
export type MailSummary = z.infer<typeof mailSummarySchema>;

/** Endpoints of e-mail. Attachments are files: `GET /api/mails/:id/attachments/:index`. */
export const mailEndpoints = {
  state: endpoint({ method: "GET", path: "/api/mail", output: mailStateSchema }),
  update: endpoint({
    method: "PUT",
    path: "/api/mail",
    body: z.object({ settings: mailSettingsSchema, version: z.number().int() }),
    output: mailStateSchema,
    access: "admin",
  }),
  /** Asks Google for each watched mailbox whether it answers. */
  test: endpoint({
    method: "POST",
    path: "/api/mail/test",
    output: z.object({
      mailboxes: z.array(z.object({ address: z.string(), ok: z.boolean(), problem: z.string().nullable() })),
    }),
    access: "admin",
  }),
  list: endpoint({
    method: "GET",
    path: "/api/mails",
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).optional() }),
    output: pageOf(mailViewSchema),
  }),
  /** The summaries of a conversation's e-mails, the newest 50; most have none. */
  summaries: endpoint({
    method: "GET",
    path: "/api/mail/summaries",
    query: z.object({ conversationId: z.string().min(1).max(300) }),
    output: z.object({ items: z.array(mailSummarySchema) }),
  }),
};
