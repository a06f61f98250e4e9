/** Marks e-mails with a label, or takes it off: off the inbox is archiving. Doing it again changes nothing, so a crash is settled by doing it again. */
import * as z from "zod";
import { labelsOf } from "../integrations/google/read.ts";
import { changeLabel, labelNamed } from "../integrations/google/write.ts";
import type { EffectBytes } from "../approvals/ports.ts";
import { IntegrationError } from "../kernel/errors.ts";
import { defineEffect } from "./define-effect.ts";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  mailbox: z.email(),
  emailIds: z.array(z.string().min(1).max(200)).min(1).max(100),
  label: z.string().min(1).max(100),
  /** `add` where left out. */
  change: z.enum(["add", "remove"]).optional(),
  /** What the e-mails are about, for whoever decides. */
  subjects: z.array(z.string().max(200)).max(100).optional(),
});
type Document = z.output<typeof documentSchema>;

/** The label of what lies in the inbox: its id and its name. */
export const INBOX = "INBOX";

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
  says({ mailbox, emailIds, label, change }) {
    const count = emailIds.length === 1 ? "1 e-mail" : `${emailIds.length} e-mails`;
    const { title, detail, done } = sayingsOf({ count, mailbox, label, change });
    return {
      title,
      target: mailbox,
      ask: `${title}${detail}?`,
      sent: `${count} ${done}`,
    };
  },
  layout: [
    { path: "/mailbox", label: "Mailbox", role: "recipient" },
    { path: "/label", label: "Label", role: "detail" },
    { path: "/change", label: "Change", role: "detail" },
    { path: "/subjects/*", label: "E-mails", role: "detail" },
    { path: "/emailIds/*", label: "E-mail", role: "id" },
    { path: "/connectionId", label: "Connection", role: "id" },
  ],
  audience: () => "no_one",
  recovery: "key",
  keyWindowMs: 24 * 3_600_000,
  async perform({ mailbox, emailIds, label, change = "add" }, account) {
    const labelId = await labelNamed(account, mailbox, label);
    for (const id of emailIds) {
      try {
        const isThere = (await labelsOf(account, mailbox, id))?.includes(labelId);
        if (isThere === (change === "remove")) await changeLabel(account, mailbox, id, { change, labelId });
      } catch (error) {
        // Thrown away meanwhile: there is nothing left to mark.
        if (!(error instanceof IntegrationError && error.status === 404)) throw error;
      }
    }
    return { providerId: null };
  },
  /** What left no note of its subjects was a standing rule's, which takes nothing back. */
  compensate({ change = "add", subjects, ...document }): { label: string; effect: EffectBytes } | null {
    if (subjects === undefined) return null;
    const back = change === "add" ? "remove" : "add";
    return {
      label: undoLabelOf(document.label, back),
      effect: emailLabel.of({ ...document, change: back, subjects }),
    };
  },
});

function sayingsOf({
  count,
  mailbox,
  label,
  change = "add",
}: Pick<Document, "mailbox" | "label" | "change"> & { readonly count: string }) {
  const isAdded = change === "add";
  if (label === INBOX)
    return isAdded
      ? {
          title: `Move ${count} back to the inbox of ${mailbox}`,
          detail: "",
          done: "moved back to the inbox",
        }
      : { title: `Archive ${count} in ${mailbox}`, detail: "", done: "archived" };
  const detail = ` “${label}”`;
  return isAdded
    ? { title: `Label ${count} in ${mailbox}`, detail, done: `labeled${detail}` }
    : {
        title: `Take a label off ${count} in ${mailbox}`,
        detail: `:${detail}`,
        done: `no longer labeled${detail}`,
      };
}

function undoLabelOf(label: string, change: "add" | "remove"): string {
  if (label === INBOX) return change === "add" ? "Move back to the inbox" : "Archive again";
  return change === "add" ? "Put the label back" : "Take the label off again";
}
