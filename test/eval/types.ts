/** Golden sets of the accounts: questions over the demo brokerage, with what makes an answer right. Data files beside this one; what is right is looked up in the world, never written down. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { accountContactSchema, accountWantedSchema } from "../../src/accounts/api/accounts.ts";
import { accountIntentSchema } from "../../src/accounts/api/account-query.ts";

/** What an answer must hold. */
const expectationSchema = z.union([
  /** How the account stands, by its file. */
  z.strictObject({
    state: z.enum(["stage", "industry", "location", "next", "insurance", "person", "phone", "email"]),
  }),
  /** What the client wrote or said, or the file was told: a pattern that stands in the world's words (of that kind), and must in the answer. */
  z.strictObject({ said: z.string(), in: z.enum(["emails", "calls", "sms"]).optional() }),
  /** Exactly the accounts that all of this is true of. */
  z.strictObject({
    accounts: z.strictObject({
      stage: z.string().optional(),
      industry: z.string().optional(),
      location: z.string().optional(),
      insurance: z.string().optional(),
      insuranceAny: z.array(z.string()).optional(),
    }),
  }),
]);
export type Expectation = z.infer<typeof expectationSchema>;

const questionSchema = z.strictObject({
  id: z.string(),
  ask: z.string(),
  about: z.string().optional(),
  expect: z.array(expectationSchema).min(1),
});
export type Question = z.infer<typeof questionSchema>;

/** Where a request may go. */
export const DESTINATIONS = [
  "search_agent",
  "updater_agent",
  "followup_agent",
  "due",
  "drafts",
  "ask_account",
  "ask_choice",
  "ask_new",
  "ask_wording",
  "ask_change",
] as const;
export type Destination = (typeof DESTINATIONS)[number];

const routingSchema = z.strictObject({
  id: z.string(),
  ask: z.string(),
  /** The account that was spoken of just before. */
  before: z.string().optional(),
  /** How the starter should read it. */
  read: z.strictObject({
    intent: accountIntentSchema,
    confidence: z.number(),
    accountName: z.string().nullable(),
    accountDescription: z.string().nullable(),
    requiresSpecificAccount: z.boolean(),
    suggestions: z.array(z.string()),
  }),
  to: z.enum(DESTINATIONS),
  account: z.string().optional(),
});
export type RoutingCase = z.infer<typeof routingSchema>;

const updateSchema = z.strictObject({
  id: z.string(),
  ask: z.string(),
  about: z.string(),
  /** Set if it takes away what the request doesn't name: a person decides first, and nothing changes before. */
  waits: z.literal(true).optional(),
  /** What is to stand there afterwards, and nothing else changed; as the updater gives it to its tool. */
  becomes: accountWantedSchema
    .pick({
      stage: true,
      nextSteps: true,
      insuranceTypes: true,
      location: true,
      industry: true,
      primaryEmail: true,
      primaryPhone: true,
    })
    .extend({ addNote: z.string().optional(), addContact: accountContactSchema.optional() }),
});
export type UpdateCase = z.infer<typeof updateSchema>;

const about = {
  set: z.string(),
  about: z.string(),
  /** The share that must be right. */
  line: z.number().min(0).max(1),
  /** Agents whose words decide it. */
  agents: z.array(z.string()),
};
const questionSetSchema = z.strictObject({ ...about, cases: z.array(questionSchema) });
export type QuestionSet = z.infer<typeof questionSetSchema>;
const routingSetSchema = z.strictObject({ ...about, cases: z.array(routingSchema) });
export type RoutingSet = z.infer<typeof routingSetSchema>;

const updateSetSchema = z.strictObject({ ...about, cases: z.array(updateSchema) });
export type UpdateSet = z.infer<typeof updateSetSchema>;
export type AnySet = QuestionSet | RoutingSet | UpdateSet;

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), "utf8"));
}

/** The sets of questions, by level. */
export const questionSets = (): QuestionSet[] =>
  [1, 2, 3].map((level) => questionSetSchema.parse(read(`accounts-level-${level}`)));

/** The set of routing and clarification. */
export const routingSet = (): RoutingSet => routingSetSchema.parse(read("accounts-routing"));

/** The set of commands that change an account. */
export const updateSet = (): UpdateSet => updateSetSchema.parse(read("accounts-updates"));
