import * as z from "zod";
import type { Performed } from "../approvals/ports.ts";
import { listMessages } from "../integrations/quo/read.ts";
import { sendMessage } from "../integrations/quo/write.ts";
import { IntegrationError } from "../kernel/errors.ts";
import { LIMITS } from "../kernel/limits.ts";
import { formatNumber } from "../kernel/phone.ts";
import { defineAction, e164Schema, notFound, sinceClaim, unlessUnanswered } from "./action.ts";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  from: z.strictObject({
    phoneNumberId: z.string().regex(/^PN/),
    number: e164Schema,
    label: z.string(),
    audience: z.enum(["external", "internal"]),
  }),
  to: z.strictObject({
    number: e164Schema,
    name: z.string(),
    contactId: z.string().nullable(),
    company: z.string().nullable(),
  }),
  text: z.string().min(1).max(LIMITS.smsChars),
});

/** Sends a text. A sent text cannot be taken back. */
export const smsSend = defineAction({
  kind: "sms.send",
  vendor: "quo",
  document: documentSchema,
  recovery: "look_up",
  async perform({ from, to, text }, account) {
    const line = account.connection.settings.lines.find(
      ({ phoneNumberId }) => phoneNumberId === from.phoneNumberId,
    );
    if (line?.audience !== from.audience) {
      throw new IntegrationError("quo", "the line that was approved is not set up any more", {
        outcome: "not_applied",
      });
    }
    const { id } = await sendMessage(account, { from: from.phoneNumberId, to: to.number, content: text });
    return sent(to, id);
  },
  /**
   * The same words, to the same number, from the same line, since the claim: the oldest nobody else has been
   * proven by.
   */
  async lookUp({ from, to, text }, account, options) {
    return unlessUnanswered(async () => {
      const messages = await listMessages(account, {
        phoneNumberId: from.phoneNumberId,
        number: to.number,
        createdAfter: sinceClaim(options),
      });
      const message = messages.find(
        (candidate) =>
          candidate.direction === "outgoing" &&
          candidate.text === text &&
          Date.parse(candidate.at) >= Date.parse(sinceClaim(options)) &&
          !options.takenProviderIds.includes(candidate.id),
      );
      return message === undefined ? notFound(options) : { kind: "found", performed: sent(to, message.id) };
    });
  },
  compensate: () => null,
});

function sent(to: z.output<typeof documentSchema>["to"], providerId: string): Performed {
  return { providerId, summary: `Text sent to ${to.name} (${formatNumber(to.number)})`, link: null };
}
