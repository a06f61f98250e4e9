/**
 * An approved account change: `state.md` and `history.md` together. It runs only while the account is
 * unchanged since it was shown; a matching history entry proves that it ran.
 */
import * as z from "zod";
import { changeAccount, entriesAfter, headOfAccount } from "../index.ts";
import { causeOf } from "../../approvals/index.ts";
import { ACCOUNT_FIELDS, accountEvidenceSchema, accountWantedSchema } from "../api/accounts.ts";
import { defineEffect, definePrecondition, type LayoutRule } from "../../approvals/effects/define-effect.ts";
import { onOwnFiles } from "../../approvals/effects/own-files.ts";

const documentSchema = z.strictObject({
  accountId: z.string().min(1),
  name: z.string(),
  wanted: accountWantedSchema,
  /** Current values of those fields. */
  before: accountWantedSchema,
  evidence: accountEvidenceSchema,
  /** The newest entry the change is based on. */
  seen: z.string(),
  /** Source of untrusted content that influenced it. */
  source: z.string().nullable(),
});
type Document = z.output<typeof documentSchema>;

/** Precondition: no new entry in the account's history. */
const accountUnchanged = definePrecondition({
  kind: "account_unchanged",
  observed: z.object({ accountId: z.string(), name: z.string(), seen: z.string() }),
  about: ({ accountId }) => accountId,
  of: ({ accountId, name, seen }: Document) => ({ accountId, name, seen }),
  async check({ accountId, name, seen }, world) {
    const head = await headOfAccount(world.files(), accountId);
    if (head === seen) return { holds: true };
    const what = head === null ? "was removed" : "was changed";
    return { holds: false, reason: `${name} ${what} since this was drafted.` };
  },
});

export const accountChange = defineEffect({
  kind: "account.change",
  document: documentSchema,
  words: { name: "Account change", plural: "account changes", verb: "save", done: "Saved" },
  says: ({ name }) => ({
    title: `Change to ${name}`,
    target: name,
    ask: `Save a change to ${name}?`,
    sent: `Account changed: ${name}`,
  }),
  layout: [
    { path: "/name", label: "Account", role: "recipient" },
    { path: "/source", label: "Includes outside content", role: "notice" },
    ...ACCOUNT_FIELDS.flatMap((field) => [
      ...accountValues(`/wanted/${field}`, `${accountFieldLabel(field)}, new`),
      ...accountValues(`/before/${field}`, `${accountFieldLabel(field)}, until now`),
    ]),
    { path: "/evidence/words", label: "Because of", role: "detail" },
    { path: "/evidence/name", label: "Asked by", role: "detail" },
    { path: "/evidence/path", label: "Because of", role: "detail", format: "file" },
    { path: "/evidence/kind", label: "Evidence", role: "id" },
    { path: "/accountId", label: "Number", role: "id" },
    { path: "/seen", label: "Newest entry", role: "id" },
  ],
  audience: () => "team",
  threadKey: ({ accountId }) => `account:${accountId}`,
  preconditions: [accountUnchanged],
  recovery: "look_up",
  async perform({ accountId, wanted, evidence, seen, source }, tenant, effectId) {
    const files = tenant.files();
    const { entry } = await onOwnFiles(async () =>
      changeAccount(files, accountId, {
        wanted,
        evidence,
        seen,
        origin: {
          author: { kind: "agent", id: "steward", name: "Steward" },
          ...(await causeOf(files.db, effectId)),
          reviewed: true,
          ...(source === null ? {} : { source }),
        },
      }),
    );
    return { providerId: `${accountId}:${entry.id}` };
  },
  /** Our own files have no lag: what has no entry was not written. */
  async lookUp({ accountId, wanted, seen }, tenant, options) {
    const said = (field: string): unknown => Object.entries(wanted).find(([key]) => key === field)?.[1];
    const found = (await entriesAfter(tenant.files(), accountId, seen)).find(
      (entry) =>
        entry.changes.every((change) => JSON.stringify(change.new) === JSON.stringify(said(change.field))) &&
        !options.takenProviderIds.includes(`${accountId}:${entry.id}`),
    );
    return found === undefined
      ? { kind: "absent" }
      : { kind: "found", done: { providerId: `${accountId}:${found.id}` } };
  },
});

/** Layout rules for a field's value, whatever its type. */
export function accountValues(path: string, label: string): LayoutRule[] {
  return [
    { path, label, role: "detail" },
    { path: `${path}/*`, label, role: "detail" },
    ...["name", "role", "email", "phone"].map((part): LayoutRule => ({
      path: `${path}/*/${part}`,
      label: `${label}: ${part}`,
      role: "detail",
    })),
  ];
}

/** `insuranceTypes` as “Insurance types”. */
export function accountFieldLabel(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
