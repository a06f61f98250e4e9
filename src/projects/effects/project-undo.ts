/** Reverts a bundle of project changes, all or none: it runs only if nothing in it has changed since. */
import * as z from "zod";
import { isWritten, undoBundle } from "../index.ts";
import { defineEffect } from "../../approvals/effects/define-effect.ts";
import { onOwnFiles } from "../../approvals/effects/own-files.ts";

export const projectUndo = defineEffect({
  kind: "project.undo",
  document: z.strictObject({ target: z.string(), count: z.number().int(), bundle: z.string().min(1) }),
  words: {
    name: "Undoing of project changes",
    plural: "undone project changes",
    verb: "take back",
    done: "Taken back",
  },
  says: ({ target }) => ({
    title: `Taking back changes to ${target}`,
    target,
    ask: `Take back the changes to ${target}?`,
    sent: `Took back changes to ${target}`,
  }),
  layout: [
    { path: "/target", label: "Project", role: "recipient" },
    { path: "/count", label: "Changes", role: "detail" },
    { path: "/bundle", label: "Bundle", role: "id" },
  ],
  audience: () => "team",
  threadKey: () => null,
  recovery: "look_up",
  async perform({ bundle }, tenant, effectId) {
    const actor = { kind: "system" as const, id: "system:steward", name: "Steward" };
    await onOwnFiles(() => undoBundle(tenant.projects(), bundle, { actor, bundle: effectId }));
    return { providerId: effectId };
  },
  async lookUp(_, tenant, { idempotencyKey = "" }) {
    return (await isWritten(tenant.db, idempotencyKey))
      ? { kind: "found", done: { providerId: idempotencyKey } }
      : { kind: "absent" };
  },
});
