/**
 * An approved new account: its folder with both files. An equal account created since then proves that it
 * ran.
 */
import * as z from "zod";
import { accountMadeSince, createAccount } from "../index.ts";
import { causeOf } from "../../approvals/index.ts";
import { ACCOUNT_FIELDS, accountEvidenceSchema, accountWantedSchema } from "../api/accounts.ts";
import { accountFieldLabel, accountValues } from "./account-change.ts";
import { defineEffect } from "../../approvals/effects/define-effect.ts";
import { onOwnFiles } from "../../approvals/effects/own-files.ts";

const documentSchema = z.strictObject({
  wanted: accountWantedSchema.required({ name: true }),
  evidence: accountEvidenceSchema,
  /** Source of untrusted content that influenced it. */
  source: z.string().nullable(),
});

export const accountCreate = defineEffect({
  kind: "account.create",
  document: documentSchema,
  words: { name: "New account", plural: "new accounts", verb: "create", done: "Created" },
  says: ({ wanted: { name } }) => ({
    title: `New account ${name}`,
    target: name,
    ask: `Create an account for ${name}?`,
    sent: `Account created: ${name}`,
  }),
  layout: [
    { path: "/wanted/name", label: "Account", role: "recipient" },
    { path: "/source", label: "Includes outside content", role: "notice" },
    ...ACCOUNT_FIELDS.filter((field) => field !== "name").flatMap((field) =>
      accountValues(`/wanted/${field}`, accountFieldLabel(field)),
    ),
    { path: "/evidence/words", label: "Because of", role: "detail" },
    { path: "/evidence/name", label: "Asked by", role: "detail" },
    { path: "/evidence/path", label: "Because of", role: "detail", format: "file" },
    { path: "/evidence/kind", label: "Evidence", role: "id" },
  ],
  audience: () => "team",
  recovery: "look_up",
  async perform({ wanted, evidence, source }, tenant, effectId) {
    const files = tenant.files();
    const { id } = await onOwnFiles(async () =>
      createAccount(files, {
        wanted,
        evidence,
        origin: {
          author: { kind: "agent", id: "steward", name: "Steward" },
          ...(await causeOf(files.db, effectId)),
          reviewed: true,
          ...(source === null ? {} : { source }),
        },
      }),
    );
    return { providerId: id, link: `/accounts/${id}` };
  },
  async lookUp({ wanted }, tenant, { claimedAt, takenProviderIds }) {
    const id = await accountMadeSince(tenant.db, wanted.name, claimedAt);
    return id === null || takenProviderIds.includes(id)
      ? { kind: "absent" }
      : { kind: "found", done: { providerId: id, link: `/accounts/${id}` } };
  },
});
