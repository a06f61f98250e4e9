import * as z from "zod";
import type { Performed } from "../approvals/ports.ts";
import { labelsOf } from "../integrations/google/read.ts";
import { addLabel, labelNamed } from "../integrations/google/write.ts";
import { IntegrationError } from "../kernel/errors.ts";
import { defineAction } from "./action.ts";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  mailbox: z.email(),
  emailIds: z.array(z.string().min(1).max(200)).min(1).max(100),
  label: z.string().min(1).max(100),
});

/** Marks e-mails with a label. Doing it again changes nothing, so a crash is settled by doing it again. */
export const emailLabel = defineAction({
  kind: "email.label",
  vendor: "google",
  document: documentSchema,
  recovery: "key",
  keyWindowMs: 24 * 3_600_000,
  async perform({ mailbox, emailIds, label }, account): Promise<Performed> {
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
    return { providerId: null, summary: `Marked as read by Steward: ${emailIds.length}`, link: null };
  },
  lookUp: () => Promise.resolve({ kind: "unknown" }),
  compensate: () => null,
});
