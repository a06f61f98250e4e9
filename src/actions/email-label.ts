/** Marks e-mails with a label. Doing it again changes nothing, so a crash is settled by doing it again. */
import * as z from "zod";
import { labelsOf } from "../integrations/google/read.ts";
import { addLabel, labelNamed } from "../integrations/google/write.ts";
import { IntegrationError } from "../kernel/errors.ts";
import { defineEffect } from "./define-effect.ts";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  mailbox: z.email(),
  emailIds: z.array(z.string().min(1).max(200)).min(1).max(100),
  label: z.string().min(1).max(100),
});

export const emailLabel = defineEffect({
  kind: "email.label",
  vendor: "google",
  document: documentSchema,
  words: {
    name: "E-mail label",
    plural: "e-mail labels",
    verb: "label",
    done: "Labeled",
    message: null,
    irreversible: null,
  },
  says({ mailbox, emailIds, label }) {
    const count = emailIds.length === 1 ? "1 e-mail" : `${emailIds.length} e-mails`;
    return {
      title: `Label ${count} in ${mailbox}`,
      target: mailbox,
      ask: `Label ${count} in ${mailbox} “${label}”?`,
      sent: `${count} labeled “${label}”`,
    };
  },
  layout: [
    { path: "/mailbox", label: "Mailbox", role: "recipient" },
    { path: "/label", label: "Label", role: "detail" },
    { path: "/emailIds/*", label: "E-mail", role: "id" },
    { path: "/connectionId", label: "Connection", role: "id" },
  ],
  audience: () => "no_one",
  recovery: "key",
  keyWindowMs: 24 * 3_600_000,
  async perform({ mailbox, emailIds, label }, account) {
    const labelId = await labelNamed(account, mailbox, label);
    for (const id of emailIds) {
      try {
        if ((await labelsOf(account, mailbox, id))?.includes(labelId) === false)
          await addLabel(account, mailbox, id, labelId);
      } catch (error) {
        // Thrown away meanwhile: there is nothing left to mark.
        if (!(error instanceof IntegrationError && error.status === 404)) throw error;
      }
    }
    return { providerId: null };
  },
});
