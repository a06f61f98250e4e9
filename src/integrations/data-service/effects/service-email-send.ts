/**
 * Sends an e-mail through a team's own service. The contract can't list sent e-mails, so if the response is lost, a person says whether
 * it was sent.
 */
import * as z from "zod";
import { actAs } from "../write.ts";
import { emailDocumentSchema } from "../../../messaging/api/email-document.ts";
import { defineEffect } from "../../../approvals/effects/define-effect.ts";
import { mustServe, SERVICE_PLACE_LAYOUT, servicePlaceSchema } from "./service-fields.ts";

const { to, cc, subject, text } = emailDocumentSchema.shape;
const documentSchema = z.strictObject({
  ...servicePlaceSchema.shape,
  to,
  cc,
  subject,
  text,
  /** The e-mail it answers, by the service's ID; missing if it starts a thread. */
  replyTo: z.strictObject({ id: z.string().min(1).max(500), subject: z.string().max(300) }).optional(),
});

export const serviceEmailSend = defineEffect({
  kind: "service_email.send",
  vendor: "data-service",
  document: documentSchema,
  words: {
    name: "E-mail",
    plural: "e-mails",
    verb: "send",
    done: "Sent",
    message: "e-mail",
    irreversible: "A sent e-mail can't be taken back.",
  },
  says(document, names) {
    const all = [...document.to, ...document.cc];
    const [first = "", ...others] = all;
    const whom = (name: string): string => (others.length === 0 ? name : `${name} and ${others.length} more`);
    return {
      title: `E-mail to ${whom(names[first] ?? first)}`,
      target: all.join(", "),
      ask: `Send an e-mail to ${whom(first)} as ${document.user}?`,
      sent: `Sent to ${whom(first)}: ${document.subject}`,
    };
  },
  layout: [
    { path: "/to/*", label: "To", role: "recipient" },
    { path: "/cc/*", label: "Cc", role: "recipient" },
    { path: "/subject", label: "Subject", role: "subject" },
    { path: "/replyTo/subject", label: "In reply to", role: "detail" },
    { path: "/text", label: "Text", role: "body" },
    ...SERVICE_PLACE_LAYOUT,
    { path: "/replyTo/id", label: "E-mail", role: "id" },
  ],
  // The service's sending domain is unknown.
  audience: () => "outside",
  recipients: (document) => [...document.to, ...document.cc],
  recovery: "none",
  async perform(document, account, idempotencyKey) {
    const { user } = document;
    mustServe(account, user);
    const body = {
      to: document.to,
      cc: document.cc,
      subject: document.subject,
      body: document.text,
      reply_to_id: document.replyTo?.id ?? null,
    };
    const { message_id: id } = await actAs(account, "email", { user, body, idempotencyKey });
    return { providerId: id };
  },
});
