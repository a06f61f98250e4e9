/**
 * Wire contract of e-mail: what is monitored and how, whose mailbox Steward uses, and the e-mails themselves.
 */
import { mailReasonSchema, memberMailSchema } from "./reasons.ts";
import * as z from "zod";
import { pageOf, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { emailAttachmentSchema } from "../../agent/api/message.ts";
import { hoursSchema } from "../../platform/api/hours.ts";
import { scheduleSchema } from "../../agent/api/schedules.ts";

/** A lowercase e-mail address. */
const addressSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** A mail check: its schedule, its hours in the tenant's time zone, and its search in Gmail's syntax. */
export const mailCheckSchema = z.object({
  enabled: z.boolean(),
  everyMinutes: z
    .number()
    .int()
    .min(1)
    .max(24 * 60),
  /** Null: around the clock. */
  hours: hoursSchema.nullable(),
  query: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/^\P{Cc}*$/u, "must be one line"),
});
export type MailCheckSettings = z.infer<typeof mailCheckSchema>;

/** The mailbox used in chat: the asking member's own if it is on the list, or always this one. */
const actAsChatSchema = z.union([z.literal("own"), addressSchema]);

export const mailSettingsSchema = z.object({
  /** Mailboxes whose new e-mails start runs. */
  watched: z.array(addressSchema).max(50),
  /** People whose calendars the agent may read. */
  calendars: z.array(addressSchema).max(50),
  actAs: z.object({
    chat: actAsChatSchema,
    /** The mailbox used in background runs. */
    background: addressSchema,
  }),
  checks: z.object({ general: mailCheckSchema, leads: mailCheckSchema }),
  /**
   * The mailbox for colleagues' e-mails to Steward, which are answered without approval; null if there is
   * none. It is always watched.
   */
  answersAt: addressSchema.nullable().default(null),
  /** Whether processed e-mails get a label in the mailbox. Runs through the ledger as a standing rule. */
  markInGmail: z.boolean(),
});
export type MailSettings = z.infer<typeof mailSettingsSchema>;

/** Default searches: unread, excluding promotions, tool notifications and leads. */
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

/** The full state of the settings page; `connection` is null if no mailbox is connected. */
export const mailStateSchema = z.object({
  connection: z
    .object({
      id: z.string(),
      label: z.string(),
      /** Where the mailboxes are. */
      service: z.enum(["Gmail", "Outlook"]),
      /** The service account in use, empty if it can't be opened; null if a person signed in. */
      serviceAccount: z.string().nullable(),
      /** Permissions the signed-in person did not grant, such as `sending e-mail`. */
      lacks: z.array(z.string()),
      /** The only mailboxes it may act for. Set with the connection, never here. */
      mailboxes: z.array(z.object({ address: z.string(), name: z.string() })),
    })
    .nullable(),
  settings: mailSettingsSchema.nullable(),
  /** For compare-and-set. */
  version: z.number().int(),
  /** Progress of each watched mailbox. */
  mailboxes: z.array(
    z.object({
      address: z.string(),
      /** All e-mails before this time have been listed; null before the first check. */
      readThrough: timeSchema.nullable(),
      /** E-mails found but not processed yet. */
      waiting: z.number().int(),
      /** Found e-mails that could not be read; they are retried. */
      failing: z.number().int(),
      nextTryAt: timeSchema.nullable(),
      /** Whether listing is in progress. */
      isListing: z.boolean(),
      problem: z.string().nullable(),
    }),
  ),
  /** Status of each check: last run, last error, next run. */
  checks: z.array(z.object({ name: mailCheckNameSchema, schedule: scheduleSchema.nullable() })),
});
export type MailState = z.infer<typeof mailStateSchema>;

/** An e-mail as stored. */
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
  /** Total characters, if `text` is only the beginning. */
  wholeChars: z.number().int().optional(),
  attachments: z.array(emailAttachmentSchema),
  at: timeSchema,
  /**
   * `received`: not dispatched yet. `handed`: in its conversation; if in a member's name to Steward, `takenAs`
   * says how. `recorded`: stored, no run; `reason` says why.
   */
  state: z.enum(["received", "handed", "recorded"]),
  reason: mailReasonSchema.nullable(),
  takenAs: memberMailSchema.nullable(),
});
export type MailView = z.infer<typeof mailViewSchema>;

/** A model's summary of an e-mail. */
export const mailSummarySchema = z.object({ mailbox: z.string(), id: z.string(), summary: z.string() });
export type MailSummary = z.infer<typeof mailSummarySchema>;

/** Endpoints of e-mail. Attachments are downloaded from `GET /api/mails/:id/attachments/:index`. */
export const mailEndpoints = {
  state: endpoint({ method: "GET", path: "/api/mail", output: mailStateSchema }),
  update: endpoint({
    method: "PUT",
    path: "/api/mail",
    body: z.object({ settings: mailSettingsSchema, version: z.number().int() }),
    output: mailStateSchema,
    access: "admin",
  }),
  /** Tests access to each watched mailbox. */
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
  /** Summaries of a conversation's newest 50 e-mails; most have none. */
  summaries: endpoint({
    method: "GET",
    path: "/api/mail/summaries",
    query: z.object({ conversationId: z.string().min(1).max(300) }),
    output: z.object({ items: z.array(mailSummarySchema) }),
  }),
};
