import * as z from "zod";
import { serviceEmailSend } from "../effects/service-email-send.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { EMAIL_TEXT_CHARS } from "../../../messaging/api/email-document.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { lintRecipients, readRecipients } from "../../../messaging/addresses/index.ts";
import type { ServiceServices } from "./index.ts";
import { placeOf, userField } from "./place.ts";

const ADDRESSES_CHARS = 400;

export const sendServiceEmail = defineTool({
  name: "send_service_email",
  title: "Send an e-mail through your data service",
  done: "Drafted an e-mail",
  description:
    "Drafts an e-mail that the team's own data service sends as one of its users; nothing is sent until a colleague has approved it. " +
    "Only where a person wants it sent from there: otherwise use send_email. Use only addresses you have read or were given.",
  keywords: "data service own system send mail write message",
  input: z.strictObject({
    user: userField,
    to: z.string().trim().min(3).max(ADDRESSES_CHARS).describe("Recipients' addresses, separated by commas"),
    cc: z.string().trim().max(ADDRESSES_CHARS).optional().describe("Addresses that get a copy"),
    subject: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .regex(/^\P{Cc}*$/u, "must be one line"),
    body: z
      .string()
      .min(1)
      .max(EMAIL_TEXT_CHARS)
      .regex(/\S/, "must not be blank")
      .describe("The exact words to send, plain text, with greeting and signature"),
    replyTo: z
      .string()
      .trim()
      .regex(/^\/knowledge\/[\w.-]{1,200}$/, "must be a link that begins with /knowledge/")
      .optional()
      .describe("Link of the e-mail it answers, as retrieve_context found it in that user's mailbox"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [serviceEmailSend.kind],
  summarize: ({ to }) => `Drafting an e-mail to ${to}`,
  async resolve({ user, body, subject, replyTo, ...whom }, services: ServiceServices): Promise<Resolution> {
    const place = placeOf(services, user);
    if (typeof place === "string") return retry(place);
    const recipients = readRecipients(whom);
    if (typeof recipients === "string") return retry(recipients);
    const answered = replyTo === undefined ? undefined : await services.emailAt(replyTo, place.user);
    if (answered === null)
      return retry(
        `No e-mail of ${place.user} is at that link. Use one that was found, or leave replyTo out.`,
      );
    const all = [...recipients.to, ...recipients.cc];
    const contacts = await services.contactAddresses(all);
    return {
      kind: "resolved",
      effects: [
        serviceEmailSend.of({
          ...place,
          ...recipients,
          subject,
          text: body,
          ...(answered === undefined ? {} : { replyTo: answered }),
        }),
      ],
      observed: [],
      lints: lintRecipients(recipients, { inThread: [], contacts, ownDomains: [] }),
      inContacts: all.filter((address) => contacts?.includes(address) === true),
      urgent: false,
    };
  },
});
