/**
 * Imports accounts, and communication with them, from other systems: JSON lines, or CSV with a header. One
 * record per line; records are independent, and known ones change nothing, so a whole file can be sent again.
 * Formats are in docs/reference.md.
 */
import * as z from "zod";
import { jsonSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** Maximum records per request, maximum characters per text, and maximum file size. */
export const IMPORT_LIMITS = { records: 25, textChars: 60_000, fileBytes: 50_000_000 } as const;

const line = z.string().trim().max(500);
const address = z.string().trim().toLowerCase().max(320);
/** A list as written in CSV: `Auto; General liability`. */
const list = z.preprocess(
  (value) =>
    typeof value === "string"
      ? value
          .split(";")
          .map((one) => one.trim())
          .filter(Boolean)
      : value,
  z.array(line.min(1)).max(50).default([]),
);
const moment = z.preprocess(
  (value) =>
    typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : value,
  z.iso.datetime({ precision: 3, error: "is not a date and time such as 2026-11-02T14:30:00Z" }),
);
/** The account's number or exact name. Default: the account that has the address or number. */
const account = line.optional();
/** The other system's ID, imported once. Default: derived from text and time. */
const id = line.optional();
const text = z.string().trim().min(1).max(IMPORT_LIMITS.textChars);
const direction = z.enum(["incoming", "outgoing"]);

const accountRecordSchema = z.object({
  kind: z.literal("account"),
  name: line.min(1).max(200),
  stage: line.default(""),
  industry: line.default(""),
  location: line.default(""),
  email: line.default(""),
  phone: line.default(""),
  contact: line.default(""),
  role: line.default(""),
  insurance: list,
  /** Values of the team's own fields, such as `Premium: 18400`. */
  details: list,
  nextSteps: list,
  notes: z.string().trim().max(20_000).default(""),
});
const emailRecordSchema = z.object({
  kind: z.literal("email"),
  id,
  /** RFC 5322 Message-ID, which identifies the same e-mail from a mailbox. */
  messageId: line.optional(),
  account,
  at: moment,
  from: address.min(3),
  fromName: line.default(""),
  to: list,
  subject: line.default(""),
  text,
});
const callRecordSchema = z.object({
  kind: z.literal("call"),
  id,
  account,
  at: moment,
  direction,
  number: line.min(3),
  name: line.default(""),
  seconds: z.coerce.number().int().min(0).max(86_400).optional(),
  text,
});
const textRecordSchema = z.object({
  kind: z.literal("text"),
  id,
  account,
  at: moment,
  direction,
  number: line.min(3),
  name: line.default(""),
  text,
});

/** Fields that a kind lacks are skipped. */
export const importRecordSchema = z.discriminatedUnion("kind", [
  accountRecordSchema,
  emailRecordSchema,
  callRecordSchema,
  textRecordSchema,
]);
export type ImportRecord = z.infer<typeof importRecordSchema>;

/** A parsed line of a file; `line` starts at 1. */
export const importLineSchema = z.object({
  line: z.number().int().min(1),
  record: z.record(z.string(), jsonSchema),
});
export type ImportLine = z.infer<typeof importLineSchema>;

export const accountImportResultSchema = z.object({
  line: z.number().int(),
  /** `known`: already existed. `refused`: not imported; `message` says what to do. */
  outcome: z.enum(["made", "filed", "known", "refused"]),
  account: z.string().nullable(),
  message: z.string(),
});
export type ImportResult = z.infer<typeof accountImportResultSchema>;

export const importBodySchema = z.strictObject({
  lines: z.array(importLineSchema).min(1).max(IMPORT_LIMITS.records),
});
export const importedSchema = z.object({ results: z.array(accountImportResultSchema) });

/** Imports lines in order. Idempotent. */
export const accountImportEndpoint = endpoint({
  method: "POST",
  path: "/api/accounts/import",
  body: importBodySchema,
  bodyBytes: 4_000_000,
  output: importedSchema,
  access: "admin",
});

const accountFilesSchema = z.object({
  taken: z.array(z.string()),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
});
export type AccountFilesResult = z.infer<typeof accountFilesSchema>;

/**
 * Imports exported accounts: `state.md` and `history.md` of each, if the history proves the state and the
 * number is free.
 */
export const accountFilesEndpoint = endpoint({
  method: "POST",
  path: "/api/accounts/files",
  body: z.strictObject({
    files: z
      .array(z.strictObject({ path: z.string().max(200), content: z.string().max(1_000_000) }))
      .max(180),
  }),
  bodyBytes: 4_000_000,
  output: accountFilesSchema,
  access: "admin",
});
