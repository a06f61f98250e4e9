/** An account: a customer as the team and Steward keep it together. */
import * as z from "zod";
import { morningDraftsSchema, stageRulesSchema, stageSettingsSchema } from "./account-stages.ts";
import { jsonSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { fileEntrySchema } from "../../workspace/api/workspace.ts";

/** Bounds of an account's file, so that a state is always read whole. */
export const ACCOUNT_LIMITS = {
  nameChars: 200,
  textChars: 500,
  notesChars: 20_000,
  items: 50,
  contacts: 30,
  /** Of the two files together. */
  fileChars: 400_000,
} as const;

/** One line: what stands in a list of front matter and in a bullet of the history. */
const line = z
  .string()
  .trim()
  .max(ACCOUNT_LIMITS.textChars)
  .regex(/^[^\n\r]*$/, "One line only.");
const lines = z.array(line.min(1)).max(ACCOUNT_LIMITS.items);

/** Somebody at the account. */
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

/** What `state.md` says: its front matter, and the prose below it as `notes`. */
export const accountStateSchema = z.strictObject({
  ...FIELDS,
  stage: FIELDS.stage.default(""),
  industry: FIELDS.industry.default(""),
  location: FIELDS.location.default(""),
  primaryEmail: FIELDS.primaryEmail.default(""),
  primaryPhone: FIELDS.primaryPhone.default(""),
  insuranceTypes: FIELDS.insuranceTypes.default([]),
  contacts: FIELDS.contacts.default([]),
  nextSteps: FIELDS.nextSteps.default([]),
  pendingActions: FIELDS.pendingActions.default([]),
  lastContactAt: FIELDS.lastContactAt.default(""),
  notes: FIELDS.notes.default(""),
});
export type AccountState = z.infer<typeof accountStateSchema>;
export type AccountField = keyof AccountState;
export const ACCOUNT_FIELDS = Object.keys(FIELDS) as AccountField[];

/** One field's change. A change of `notes` adds a paragraph: its `old` is empty. */
export const accountChangeSchema = z.strictObject({
  field: z.enum(ACCOUNT_FIELDS as [AccountField, ...AccountField[]]),
  old: jsonSchema,
  new: jsonSchema,
});
export type AccountChange = z.infer<typeof accountChangeSchema>;

/** What an entry of a history stands on: a person's own words or deed, or a file of the account. */
export const accountEvidenceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("command"), words: line.min(1) }),
  z.strictObject({ kind: z.literal("source"), path: line.min(1) }),
  /** A person changed it on the account's page. */
  z.strictObject({ kind: z.literal("page"), name: line.min(1) }),
  /** A person changed `state.md` itself. */
  z.strictObject({ kind: z.literal("hand"), name: line.min(1) }),
  /** A draft that was put before people. */
  z.strictObject({ kind: z.literal("approval"), id: z.string().regex(/^[A-Za-z0-9_:+.@-]{1,200}$/) }),
]);
export type AccountEvidence = z.infer<typeof accountEvidenceSchema>;

/** An entry of `history.md`. */
export const accountEntrySchema = z.object({
  /** ISO 8601 with milliseconds; strictly later than the entry before. */
  id: z.string(),
  sentence: z.string(),
  changes: z.array(accountChangeSchema),
  evidence: accountEvidenceSchema,
  /** Id of the entry before; null in the first. */
  previous: z.string().nullable(),
  /** Seal of all entries before it (src/accounts/seal.ts). Missing in the first, and in entries from before seals. */
  seal: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type AccountEntry = z.infer<typeof accountEntrySchema>;

/** The problem of an account with a file that storage lost the words of. */
export const WORDS_MISSING = "The words of one of its files are missing from storage.";

/** A line of the list. */
export const accountLineSchema = z.object({
  id: z.string(),
  name: z.string(),
  stage: z.string(),
  industry: z.string(),
  location: z.string(),
  insuranceTypes: z.array(z.string()),
  nextSteps: z.array(z.string()),
  lastContactAt: timeSchema.nullable(),
  /** Why its files don't prove each other; null where they do. */
  problem: z.string().nullable(),
  updatedAt: timeSchema,
});
export type AccountLine = z.infer<typeof accountLineSchema>;

/** An account, whole. */
export const accountSchema = z.object({
  id: z.string(),
  /** Null where `state.md` can't be read. */
  state: accountStateSchema.nullable(),
  stateProblem: z.string().nullable(),
  /** Newest first. */
  entries: z.array(accountEntrySchema),
  /** Breaks of the chain; none where the history, replayed, gives the state. */
  problems: z.array(z.object({ entry: z.string().nullable(), message: z.string() })),
  /** Mails, calls and texts that are filed here, newest first. */
  sources: z.array(fileEntrySchema),
  files: z.object({ state: z.string(), history: z.string() }),
  /** Those of its two files whose words storage lost: nothing is built on it until they are back. */
  missing: z.array(z.string()),
});
export type Account = z.infer<typeof accountSchema>;

/** What a change did. */
export const accountProofSchema = z.object({
  id: z.string(),
  name: z.string(),
  entry: accountEntrySchema,
  files: z.array(z.string()),
  description: z.string(),
});
export type AccountProof = z.infer<typeof accountProofSchema>;

/** What each changed field becomes; `notes` is a paragraph to add. */
export const accountWantedSchema = z.strictObject(FIELDS).partial();
export type AccountWanted = z.infer<typeof accountWantedSchema>;

const removalSchema = z.object({ deleted: z.number().int(), deletionId: z.string() });

/** Endpoints of accounts. */
export const accountsEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/accounts",
    query: pageQuerySchema.extend({
      q: z.string().max(200).optional(),
      stage: z.string().max(100).optional(),
    }),
    /** `stages`: in their order. */
    output: pageOf(accountLineSchema).extend({ stages: z.array(z.string()) }),
  }),
  /** The team's stages and their rules. */
  stages: endpoint({ method: "GET", path: "/api/accounts/stages", output: stageSettingsSchema }),
  /**
   * Replaces them. A stage with accounts doesn't just go: its name becomes another word for the stage that takes them over, else 409 `conflict`; nothing is
   * written into the accounts. 409 `changed` where somebody else changed the policy since `version`.
   */
  updateStages: endpoint({
    method: "PUT",
    path: "/api/accounts/stages",
    body: z.strictObject({ stages: stageRulesSchema, version: z.number().int() }),
    output: stageSettingsSchema,
    access: "admin",
  }),
  /** Says how many follow-ups are drafted in a morning at most. 409 `changed` as above. */
  updateMorning: endpoint({
    method: "PUT",
    path: "/api/accounts/morning",
    body: z.strictObject({ drafts: morningDraftsSchema, version: z.number().int() }),
    output: stageSettingsSchema,
    access: "admin",
  }),
  get: endpoint({ method: "GET", path: "/api/accounts/:id", output: accountSchema }),
  /** What happened to it, newest first, and where the chain is broken. */
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
  /** Throws `changed` where the account has gone on since entry `seen`. */
  change: endpoint({
    method: "POST",
    path: "/api/accounts/:id/changes",
    body: z.strictObject({ wanted: accountWantedSchema, seen: z.string().max(40) }),
    output: accountProofSchema,
  }),
  /** Undoes entry `seen`. Throws `changed` where it isn't the newest any more, `conflict` where it made the account. */
  undo: endpoint({
    method: "POST",
    path: "/api/accounts/:id/undo",
    body: z.strictObject({ seen: z.string().max(40) }),
    output: accountProofSchema,
  }),
  /** Tells the history what a person changed in `state.md` by hand, so that it proves the state again. */
  record: endpoint({ method: "POST", path: "/api/accounts/:id/record", output: accountProofSchema }),
  /**
   * Restores the newest history that is proven, and the state it leads to; an entry says who did. 409 `conflict` where there is none, or nothing to restore.
   */
  repair: endpoint({ method: "POST", path: "/api/accounts/:id/repair", output: accountProofSchema }),
  /** Removes an account with all that is filed with it; `restore` brings it back. */
  remove: endpoint({ method: "DELETE", path: "/api/accounts/:id", output: removalSchema }),
  /** Removes one thing that is filed with an account: a file or a folder below its `sources/`. */
  removeSource: endpoint({
    method: "POST",
    path: "/api/accounts/:id/sources/remove",
    body: z.strictObject({ path: z.string().min(1).max(2_000) }),
    output: removalSchema,
  }),
  /** Brings back what one removal took. 404 where it took nothing of this account. */
  restore: endpoint({
    method: "POST",
    path: "/api/accounts/:id/restore",
    body: z.union([
      z.strictObject({ deletionId: z.string().min(1).max(100) }),
      /** One of the files it took: all that went with it comes back. */
      z.strictObject({ path: z.string().min(1).max(2_000) }),
    ]),
    output: z.object({ restored: z.number().int() }),
  }),
} as const;
