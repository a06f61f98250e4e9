/**
 * A bundle of approved project changes: applied in one batch, or not at all. Each change applies only to the
 * version it was shown for; its history, found by the effect's ID, proves that it ran, and is what undo
 * reverts.
 */
import * as z from "zod";
import { causeOf } from "../../approvals/index.ts";
import { applyOperations, isWritten, MAX_OPERATIONS, type Operation } from "../index.ts";
import { defineEffect } from "../../approvals/effects/define-effect.ts";
import { onOwnFiles } from "../../approvals/effects/own-files.ts";
import { projectUndo } from "./project-undo.ts";

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const value = z.union([scalar, z.array(z.string())]);

const documentSchema = z.strictObject({
  /** The subject: a project's name, or the number of changes. */
  target: z.string(),
  changes: z
    .array(
      z.strictObject({
        /** For example: New task “Order shingles”. */
        says: z.string(),
        operation: z.enum(["insert", "update", "delete", "baseline"]),
        entity: z.string(),
        id: z.string(),
        /** The version it was shown for; null for a new record. */
        version: z.number().int().nullable(),
        fields: z.array(
          z.strictObject({
            name: z.string(),
            value,
            /** Readable names for its IDs; null if it has none. */
            means: z.string().nullable(),
            /** Previous value; null for a new record. */
            was: value,
          }),
        ),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
  agent: z.string(),
  /** Source of untrusted content that influenced it. */
  source: z.string().nullable(),
});
type Document = z.output<typeof documentSchema>;

export const projectChange = defineEffect({
  kind: "project.change",
  document: documentSchema,
  words: { name: "Project change", plural: "project changes", verb: "save", done: "Saved" },
  says: ({ target, changes }) => ({
    title: `${counted(changes.length)} to ${target}`,
    target,
    ask: `Save ${counted(changes.length).toLowerCase()} to ${target}?`,
    sent: `Saved ${counted(changes.length).toLowerCase()} to ${target}`,
  }),
  layout: [
    { path: "/target", label: "Project", role: "recipient" },
    { path: "/source", label: "Includes outside content", role: "notice" },
    { path: "/changes/*/says", label: "Change", role: "detail" },
    { path: "/changes/*/fields/*/name", label: "Field", role: "detail" },
    { path: "/changes/*/fields/*/value", label: "New", role: "detail" },
    { path: "/changes/*/fields/*/value/*", label: "New", role: "detail" },
    { path: "/changes/*/fields/*/means", label: "That is", role: "detail" },
    { path: "/changes/*/fields/*/was", label: "Until now", role: "detail" },
    { path: "/changes/*/fields/*/was/*", label: "Until now", role: "detail" },
    { path: "/changes/*/fields", label: "Field", role: "detail" },
    { path: "/changes/*/operation", label: "Operation", role: "id" },
    { path: "/changes/*/entity", label: "Kind", role: "id" },
    { path: "/changes/*/id", label: "Id", role: "id" },
    { path: "/changes/*/version", label: "Version", role: "id" },
    { path: "/agent", label: "Agent", role: "id" },
  ],
  audience: () => "team",
  threadKey: () => null,
  recovery: "look_up",
  async perform({ changes, agent }, tenant, effectId) {
    const { runId = null, approver } = (await causeOf(tenant.db, effectId)) ?? {};
    const actor = { kind: "agent" as const, id: agent, name: agent };
    const writer = { actor, approver, runId, bundle: effectId };
    await onOwnFiles(() => applyOperations(tenant.projects(), changes.map(operationOf), writer));
    return { providerId: effectId };
  },
  /** Our own records have no lag: what left no history was not written. */
  async lookUp(_, tenant, { idempotencyKey = "" }) {
    return (await isWritten(tenant.db, idempotencyKey))
      ? { kind: "found", done: { providerId: idempotencyKey } }
      : { kind: "absent" };
  },
  compensate: ({ target, changes }, providerId) =>
    providerId === null
      ? null
      : {
          label: "Take back",
          effect: projectUndo.of({ target, count: changes.length, bundle: providerId }),
        },
});

function operationOf({ operation, entity, id, version, fields }: Document["changes"][number]): Operation {
  const data = Object.fromEntries(fields.map((field) => [field.name, field.value]));
  return {
    operation,
    entity,
    id,
    ...(version === null || operation === "baseline" ? {} : { version }),
    ...(operation === "insert" || operation === "update" ? { data } : {}),
  };
}

function counted(count: number): string {
  return count === 1 ? "A change" : `${count} changes`;
}
