/**
 * Backup, restore and deletion of a team: requested by `npm run tenant`, with a token derived from the
 * deployment's master key.
 */
import * as z from "zod";
import { importBodySchema, importedSchema } from "../../accounts/api/account-import.ts";
import { okSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

const valueSchema = z.union([z.string(), z.number(), z.null()]);
const rowsSchema = z.array(z.array(valueSchema).readonly()).readonly();
const nameSchema = z.string().min(1).max(200);
const teamSchema = z.object({ team: z.string().regex(/^[\w-]{1,100}$/) });
const columnsSchema = z.array(nameSchema).max(200).readonly();
const tablesSchema = z
  .array(z.object({ table: nameSchema, columns: columnsSchema, rows: rowsSchema }))
  .readonly();
const placeSchema = z.object({ table: nameSchema, key: z.array(valueSchema).readonly().nullable() });
/** 400 rows of average text, or one of the largest rows a database can hold. */
const PAGE_BYTES = 16_000_000;

const teamRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  time_zone: z.string(),
  created_at: z.string(),
  jobs_version: z.number(),
});
export type TeamRow = Readonly<z.infer<typeof teamRowSchema>>;

/** An object of a team with its own rows. */
const objectSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("conversation"), id: nameSchema }),
  z.object({ kind: z.literal("team") }),
]);
export type TeamObjectName = z.infer<typeof objectSchema>;

/** What a restored team does not resume automatically. */
const pausedSchema = z.object({
  /** Pending drafts. */
  withdrawn: z.number(),
  /** Approved, but not known to be done: a person must say what happened. */
  unsure: z.number(),
  schedules: z.number(),
  /** Texts and e-mails not delivered to the agent yet. */
  unread: z.number(),
  agents: z.number(),
  sessions: z.number(),
});
export type Paused = Readonly<z.infer<typeof pausedSchema>>;

const foundSchema = z.array(z.object({ where: z.string(), count: z.number() }));

const post = <Body extends z.ZodType, Output extends z.ZodType>(path: string, body: Body, output: Output) =>
  endpoint({
    method: "POST",
    path: `/api/operator/team/${path}`,
    body,
    output,
    bodyBytes: PAGE_BYTES,
    access: "public",
  });

export const teamCopyEndpoints = {
  /** `npm run accounts:import`. */
  importAccounts: post("accounts", importBodySchema.extend(teamSchema.shape), importedSchema),
  rebuildSearch: post("search-index", teamSchema, okSchema),
  outline: post(
    "outline",
    teamSchema,
    z.object({
      team: teamRowSchema,
      tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).readonly() })).readonly(),
      highestEvent: z.number(),
      version: z.string(),
      at: timeSchema,
    }),
  ),
  rows: post(
    "rows",
    teamSchema.extend({ table: nameSchema, columns: columnsSchema, after: z.number() }),
    z.object({ rows: rowsSchema, after: z.number(), isLast: z.boolean() }),
  ),
  conversations: post(
    "conversations",
    teamSchema.extend({ after: z.string() }),
    z.object({ ids: z.array(z.string()).readonly(), isLast: z.boolean() }),
  ),
  /** For the named tables, only those columns. */
  objectRows: post(
    "object-rows",
    teamSchema.extend({
      object: objectSchema,
      columns: z.record(z.string(), columnsSchema),
      after: placeSchema.nullable(),
    }),
    z.object({ tables: tablesSchema, after: placeSchema.nullable() }),
  ),
  files: post(
    "files",
    teamSchema.extend({ after: z.string() }),
    z.object({
      files: z.array(z.object({ name: z.string(), bytes: z.number() })).readonly(),
      isLast: z.boolean(),
    }),
  ),
  /** Returns the current step: `writing`, or `resting` if everything was already verified. */
  beginRestore: post(
    "restore/begin",
    teamSchema.extend({
      backup: z.string().regex(/^[0-9a-f]{64}$/),
      highestEvent: z.number().int().min(0),
      domains: z.array(z.string()).max(1_000),
      emails: z.array(z.string()).max(10_000),
      keyIds: z.array(z.string()).max(100),
    }),
    z.object({ step: z.enum(["writing", "resting"]), missingKeys: z.array(z.string()) }),
  ),
  restoreRows: post(
    "restore/rows",
    teamSchema.extend({ table: nameSchema, columns: columnsSchema, rows: rowsSchema }),
    okSchema,
  ),
  restoreObjectRows: post(
    "restore/object-rows",
    teamSchema.extend({ object: objectSchema, tables: tablesSchema }),
    okSchema,
  ),
  /** After everything was read back and verified: pauses whatever would act automatically. */
  rest: post("restore/rest", teamSchema.extend({ madeAt: timeSchema }), okSchema),
  settle: post(
    "restore/settle",
    teamSchema.extend({ after: z.string() }),
    z.object({ after: z.string(), isLast: z.boolean() }),
  ),
  finishRestore: post("restore/finish", z.object({ row: teamRowSchema }), z.object({ paused: pausedSchema })),
  /** Continues a deletion for some pages. */
  remove: post(
    "delete",
    teamSchema.extend({ confirm: z.string() }),
    z.object({ step: z.string(), certificate: z.unknown() }),
  ),
  /** What remains of a team, and its deletion certificate. */
  search: post("search", teamSchema, z.object({ found: foundSchema, certificate: z.unknown() })),
} as const;

/** URL of a team's file: GET returns its bytes, PUT writes them during a restore. */
export const TEAM_FILE = "/api/operator/team/file";
