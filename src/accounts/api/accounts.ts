/** An account: a customer record maintained by the team and Steward. */
import * as z from "zod";
import { morningDraftsSchema, stageRulesSchema, stageSettingsSchema } from "./account-stages.ts";
import { detailFieldsSchema } from "./account-fields.ts";
import { jsonSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { fileEntrySchema } from "../../workspace/api/workspace.ts";

/** Limits on an account's files, so that a state is always read completely. */
export const ACCOUNT_LIMITS = {
  nameChars: 200,
  textChars: 500,
  notesChars: 20_000,
  items: 50,
  contacts: 30,
  /** Both files together. */
  fileChars: 400_000,
} as const;

/** A single line, for front matter lists and history bullets. */
const line = z
  .string()
  .trim()
  .max(ACCOUNT_LIMITS.textChars)
  .regex(/^[^\n\r]*$/, "Must be a single line.");
const lines = z.array(line.min(1)).max(ACCOUNT_LIMITS.items);

/** A contact person of the account. */
export const accountContactSchema = z.strictObject({
  name: line.min(1),
  role: line.default(""),
  email: line.default(""),
  phone: line.default(""),
});
export type AccountContact = z.infer<typeof accountContactSchema>;

const FIELDS = {
  name: line.min(1).max(ACCOUNT_LIMITS.nameChars),
  stage: line,
  industry: line,
  location: line,
  primaryEmail: line,
  primaryPhone: line,
  insuranceTypes: lines,
  /** Values of the team's own fields (account-details.ts). */
  details: lines,
  contacts: z.array(accountContactSchema).max(ACCOUNT_LIMITS.contacts),
  nextSteps: lines,
  pendingActions: lines,
  /** ISO 8601 with milliseconds, or empty. */
  lastContactAt: z.union([z.literal(""), z.iso.datetime({ precision: 3 })]),
  notes: z
    .string()
    .overwrite((notes) => notes.replace(/\r\n?/g, "\n").trim())
    .max(ACCOUNT_LIMITS.notesChars),
};

/** Content of `state.md`: its front matter, and the text below as `notes`. */
export const accountStateSchema = z.strictObject({
  ...FIELDS,
  stage: FIELDS.stage.default(""),
  industry: FIELDS.industry.default(""),
  location: FIELDS.location.default(""),
  primaryEmail: FIELDS.primaryEmail.default(""),
  primaryPhone: FIELDS.primaryPhone.default(""),
  insuranceTypes: FIELDS.insuranceTypes.default([]),
  details: FIELDS.details.default([]),
  contacts: FIELDS.contacts.default([]),
  nextSteps: FIELDS.nextSteps.default([]),
  pendingActions: FIELDS.pendingActions.default([]),
  lastContactAt: FIELDS.lastContactAt.default(""),
  notes: FIELDS.notes.default(""),
});
export type AccountState = z.infer<typeof accountStateSchema>;
export type AccountField = keyof AccountState;
export const ACCOUNT_FIELDS = Object.keys(FIELDS) as AccountField[];

/** A changed field. A change of `notes` appends a paragraph: its `old` is empty. */
export const accountChangeSchema = z.strictObject({
  field: z.enum(ACCOUNT_FIELDS as [AccountField, ...AccountField[]]),
  old: jsonSchema,
  new: jsonSchema,
});
export type AccountChange = z.infer<typeof accountChangeSchema>;

/** Evidence of a history entry: a person's own words or action, or a file of the account. */
export const accountEvidenceSchema = z.discriminatedUnion("kind", [
  /** `name`: who said it; missing in earlier entries, and if an agent proposed it. */
  z.strictObject({ kind: z.literal("command"), words: line.min(1), name: line.min(1).optional() }),
  z.strictObject({ kind: z.literal("source"), path: line.min(1) }),
  /** A person changed it on the account's page. */
  z.strictObject({ kind: z.literal("page"), name: line.min(1) }),
  /** A person edited `state.md` directly. */
  z.strictObject({ kind: z.literal("hand"), name: line.min(1) }),
  /** An approved draft. */
  z.strictObject({ kind: z.literal("approval"), id: z.string().regex(/^[A-Za-z0-9_:+.@-]{1,200}$/) }),
]);
export type AccountEvidence = z.infer<typeof accountEvidenceSchema>;

/** An entry of `history.md`. */
export const accountEntrySchema = z.object({
  /** ISO 8601 with milliseconds; strictly later than the previous entry. */
  id: z.string(),
  sentence: z.string(),
  changes: z.array(accountChangeSchema),
  evidence: accountEvidenceSchema,
  /** Who approved it, by name; missing if it needed no approval, and in earlier entries. */
  approvedBy: z.string().optional(),
  /** ID of the previous entry; null in the first. */
  previous: z.string().nullable(),
  /**
   * Seal over all previous entries (src/accounts/seal.ts). Missing in the first, and in entries from before
   * sealing.
   */
  seal: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type AccountEntry = z.infer<typeof accountEntrySchema>;

/** The problem of an account with a file whose content storage has lost. */
export const WORDS_MISSING = "The words of one of its files are missing from storage.";

export const accountLineSchema = z.object({
  id: z.string(),
  name: z.string(),
  stage: z.string(),
  industry: z.string(),
  location: z.string(),
  insuranceTypes: z.array(z.string()),
  /** Values of the team's own fields, such as `Premium: 18400`. */
  details: z.array(z.string()),
  nextSteps: z.array(z.string()),
  lastContactAt: timeSchema.nullable(),
  /** Why its files fail verification; null if they pass. */
  problem: z.string().nullable(),
  updatedAt: timeSchema,
});
export type AccountLine = z.infer<typeof accountLineSchema>;

export const accountSchema = z.object({
  id: z.string(),
  /** Null if `state.md` can't be read. */
  state: accountStateSchema.nullable(),
  stateProblem: z.string().nullable(),
  /** Newest first. */
  entries: z.array(accountEntrySchema),
  /** Breaks of the chain; empty if replaying the history yields the state. */
  problems: z.array(z.object({ entry: z.string().nullable(), message: z.string() })),
  /** E-mails, calls and texts filed here, newest first. */
  sources: z.array(fileEntrySchema),
  files: z.object({ state: z.string(), history: z.string() }),
  /** Its files whose content storage has lost; nothing is built on the account until they are restored. */
  missing: z.array(z.string()),
});
export type Account = z.infer<typeof accountSchema>;

/** The result of a change. */
export const accountProofSchema = z.object({
  id: z.string(),
  name: z.string(),
  entry: accountEntrySchema,
  files: z.array(z.string()),
  description: z.string(),
});
export type AccountProof = z.infer<typeof accountProofSchema>;

/** New values of the changed fields; `notes` is a paragraph to append. */
export const accountWantedSchema = z.strictObject(FIELDS).partial();
export type AccountWanted = z.infer<typeof accountWantedSchema>;

const removalSchema = z.object({ deleted: z.number().int(), deletionId: z.string() });

export const accountsEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/accounts",
    query: pageQuerySchema.extend({
      q: z.string().max(200).optional(),
      stage: z.string().max(100).optional(),
      /** One of the team's fields: by its value, then accounts without one by name. Default: all by name. */
      sort: z.string().max(40).optional(),
      order: z.enum(["asc", "desc"]).optional(),
      /** Only accounts whose date in the field `sort` is today or at most so many days away. */
      within: z.coerce.number().int().min(1).max(1_000).optional(),
    }),
    /** `stages` and the team's `fields` in order. */
    output: pageOf(accountLineSchema).extend({ stages: z.array(z.string()), fields: detailFieldsSchema }),
  }),
  /** Sums of the money fields over all accounts that the list shows. */
  totals: endpoint({
    method: "GET",
    path: "/api/accounts/totals",
    query: z.object({
      stage: z.string().max(100).optional(),
      sort: z.string().max(40).optional(),
      within: z.coerce.number().int().min(1).max(1_000).optional(),
    }),
    output: z.object({
      totals: z.array(z.object({ name: z.string(), amount: z.number(), accounts: z.number().int() })),
    }),
  }),
  /** Replaces the team's own fields. Values of a removed field stay in the accounts. 409 `changed` as below. */
  updateFields: endpoint({
    method: "PUT",
    path: "/api/accounts/fields",
    body: z.strictObject({ fields: detailFieldsSchema, version: z.number().int() }),
    output: stageSettingsSchema,
    access: "admin",
  }),
  /** The team's stages and their rules. */
  stages: endpoint({ method: "GET", path: "/api/accounts/stages", output: stageSettingsSchema }),
  /**
   * Replaces the stages. A stage that still has accounts must become another name of the stage that takes
   * them over, else 409 `conflict`; accounts are not rewritten. 409 `changed` if the policy changed since
   * `version`.
   */
  updateStages: endpoint({
    method: "PUT",
    path: "/api/accounts/stages",
    body: z.strictObject({ stages: stageRulesSchema, version: z.number().int() }),
    output: stageSettingsSchema,
    access: "admin",
  }),
  /** Sets the maximum follow-ups per morning. 409 `changed` as above. */
  updateMorning: endpoint({
    method: "PUT",
    path: "/api/accounts/morning",
    body: z.strictObject({ drafts: morningDraftsSchema, version: z.number().int() }),
    output: stageSettingsSchema,
    access: "admin",
  }),
  get: endpoint({ method: "GET", path: "/api/accounts/:id", output: accountSchema }),
  /** Entries, newest first, and breaks of the chain. */
  history: endpoint({
    method: "GET",
    path: "/api/accounts/:id/history",
    output: accountSchema.pick({ entries: true, problems: true }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/accounts",
    body: z.strictObject({ wanted: accountWantedSchema }),
    output: accountProofSchema,
  }),
  /** Throws `changed` if the account has changed since entry `seen`. */
  change: endpoint({
    method: "POST",
    path: "/api/accounts/:id/changes",
    body: z.strictObject({ wanted: accountWantedSchema, seen: z.string().max(40) }),
    output: accountProofSchema,
  }),
  /**
   * Undoes entry `seen`. Throws `changed` if it is no longer the newest, `conflict` if it created the
   * account.
   */
  undo: endpoint({
    method: "POST",
    path: "/api/accounts/:id/undo",
    body: z.strictObject({ seen: z.string().max(40) }),
    output: accountProofSchema,
  }),
  /** Adds a history entry for manual edits of `state.md`, so that the history proves the state again. */
  record: endpoint({ method: "POST", path: "/api/accounts/:id/record", output: accountProofSchema }),
  /**
   * Restores the newest verified history and its state; an entry says who did. 409 `conflict` if there is
   * none, or nothing to restore.
   */
  repair: endpoint({ method: "POST", path: "/api/accounts/:id/repair", output: accountProofSchema }),
  /** Removes an account with everything filed with it; `restore` reverts it. */
  remove: endpoint({ method: "DELETE", path: "/api/accounts/:id", output: removalSchema }),
  /** Removes a file or folder below the account's `sources/`. */
  removeSource: endpoint({
    method: "POST",
    path: "/api/accounts/:id/sources/remove",
    body: z.strictObject({ path: z.string().min(1).max(2_000) }),
    output: removalSchema,
  }),
  /** Reverts one removal. 404 if it removed nothing of this account. */
  restore: endpoint({
    method: "POST",
    path: "/api/accounts/:id/restore",
    body: z.union([
      z.strictObject({ deletionId: z.string().min(1).max(100) }),
      /** One of the removed files: everything removed with it is restored. */
      z.strictObject({ path: z.string().min(1).max(2_000) }),
    ]),
    output: z.object({ restored: z.number().int() }),
  }),
} as const;
