import * as z from "zod";
import { accountChange } from "../effects/account-change.ts";
import {
  accountRules,
  changeAccount,
  changesTo,
  headOfAccount,
  noSuchStage,
  showAccount,
  stageNamed,
} from "../index.ts";
import type { Resolution } from "../../approvals/ports.ts";
import { accountContactSchema, type AccountState, type AccountWanted } from "../api/accounts.ts";
import { newestOf, type Call } from "../../agent/tools/call.ts";
import { ownPart } from "../../agent/schedules/tools/own-words.ts";
import { defineTool, retry, type ToolResult } from "../../agent/tools/define-tool.ts";
import { originOf, OUTSIDE_TEXT_RULE } from "../../workspace/tools/files/index.ts";
import type { AccountServices } from "./index.ts";
import { accountNamed } from "./named.ts";
import { isOwnWords } from "./own-words.ts";
import { commandOf, updateOf } from "./proof.ts";

const line = z.string().trim().min(1).max(500);
const list = z.array(line).max(50);

const inputSchema = z.strictObject({
  account: z.string().trim().min(1).max(200).describe("Its number (10003) or name (Lakeview Dental Group)"),
  stage: line.optional().describe("Such as Quoted"),
  insuranceTypes: list.optional().describe("All of them, in place of the old ones"),
  nextSteps: list.optional().describe("All of them, in place of the old ones; empty to clear"),
  pendingActions: list.optional(),
  industry: line.optional(),
  location: line.optional(),
  primaryEmail: z.email().optional(),
  primaryPhone: line.optional(),
  addContact: accountContactSchema
    .optional()
    .describe("Somebody at the account to add, or to change by name"),
  addNote: z.string().trim().min(1).max(4_000).optional().describe("A paragraph to add to the notes"),
});
type Input = z.output<typeof inputSchema>;

/** Changes a customer's file: immediately if the words are the person's own, else as a draft. */
export const updateAccount = defineTool({
  name: "update_account",
  title: "Change an account",
  done: "Changed an account",
  description:
    "Changes a customer's account: stage, insurance, next steps, people, facts, or a note, in the person's own words. Only what is named changes; the history tells it. " +
    "Runs at once where they are the person's own; what came from outside waits for approval.",
  keywords: "update customer client stage mark quoted bound note next step account pipeline move",
  input: inputSchema,
  effect: "internal",
  egress: "none",
  shows: "account_change",
  tellsOutside: true,
  summarize: ({ account }) => `Changing the account ${account}`,
  ...changing(wantedOf),
});

/** What a tool changes in an account: at once if the words are the person's own, else as a draft. */
export function changing<Input extends { readonly account: string }>(
  wantedOf: (input: Input, rules: AccountRules, state: AccountState) => AccountWanted | string,
) {
  return {
    guard: {
      effects: [accountChange.kind],
      async rule(input: Input, services: AccountServices, call: Call) {
        return (await mayRun(input, services, call)) ? null : OUTSIDE_TEXT_RULE;
      },
      async resolve(input: Input, { files }: AccountServices, call: Call): Promise<Resolution> {
        const found = await accountNamed(files.db, input.account);
        if ("retry" in found) return retry(found.retry);
        const { state, stateProblem } = await showAccount(files, found.id);
        if (state === null)
          return { kind: "failed", message: `state.md can’t be read. ${stateProblem ?? ""}` };
        const wanted = wantedOf(input, await accountRules(files.db), state);
        if (typeof wanted === "string") return retry(wanted);
        const changes = changesTo(state, wanted);
        if (changes.length === 0) return { kind: "failed", message: "The account says so already." };
        const fields = changes.map(({ field }) => field);
        const { source = null } = originOf(call);
        return {
          kind: "resolved",
          effects: [
            accountChange.of({
              accountId: found.id,
              name: state.name,
              wanted: picked(wanted, fields),
              before: picked(
                state,
                fields.filter((field) => field !== "notes"),
              ),
              evidence: commandOf(call, valuesOf(input)),
              seen: (await headOfAccount(files, found.id)) ?? "",
              source,
            }),
          ],
          observed: [],
          lints: [],
          urgent: false,
        };
      },
    },
    async run(input: Input, { files, index }: AccountServices, call: Call): Promise<ToolResult> {
      const found = await accountNamed(files.db, input.account);
      if ("retry" in found) return retry(found.retry);
      const { state, stateProblem } = await showAccount(files, found.id);
      if (state === null) return { kind: "failed", message: `state.md can’t be read. ${stateProblem ?? ""}` };
      const wanted = wantedOf(input, await accountRules(files.db), state);
      if (typeof wanted === "string") return retry(wanted);
      const proof = await changeAccount(files, found.id, {
        wanted,
        evidence: commandOf(call, valuesOf(input)),
        origin: originOf(call),
      });
      return {
        kind: "ok",
        data: { ...updateOf(proof, await index(proof.id)), link: `/accounts/${proof.id}` },
      };
    },
  };
}

type AccountRules = Awaited<ReturnType<typeof accountRules>>;

/** The changes; a sentence if a value is invalid for the team, or nothing is given. */
function wantedOf(
  input: Input,
  { stages: rules }: AccountRules,
  state: AccountState,
): AccountWanted | string {
  const { addNote, addContact, stage, ...fields } = valuesOf(input);
  const known = stage === undefined ? null : stageNamed(rules, stage);
  if (stage !== undefined && known === null) return noSuchStage(rules, stage);
  const wanted = {
    ...fields,
    ...(known === null ? {} : { stage: known.stage }),
    ...(addContact === undefined ? {} : { contacts: withContact(state.contacts, addContact) }),
    ...(addNote === undefined ? {} : { notes: addNote }),
  };
  return Object.keys(wanted).length === 0
    ? "Say what changes: a stage, insurance, next steps, a person, a fact or a note. If the person didn't say it, ask."
    : wanted;
}

type Contact = AccountState["contacts"][number];

/** Adds a person, or updates an existing one. */
function withContact(contacts: readonly Contact[], added: Contact): Contact[] {
  const isSame = (one: Contact): boolean => one.name.toLowerCase() === added.name.toLowerCase();
  const filled = Object.fromEntries(Object.entries(added).filter(([, value]) => value !== ""));
  return contacts.some(isSame)
    ? contacts.map((one) => (isSame(one) ? { ...one, ...filled } : one))
    : [...contacts, added];
}

/** Whether every word of a change is the speaker's own, or no untrusted content could have influenced it. */
async function mayRun(
  input: { readonly account: string },
  { files, stages }: AccountServices,
  { asker }: Call,
): Promise<boolean> {
  if (asker === null || asker.speaker.kind !== "user") return false;
  if (!asker.outsideWords) return true;
  const found = await accountNamed(files.db, input.account);
  const state = "retry" in found ? null : (await showAccount(files, found.id)).state;
  return isOwnWords(valuesOf(input), {
    said: newestOf(asker).map(ownPart).join("\n"),
    state,
    rules: await stages(),
  });
}

function valuesOf<Input extends { readonly account: string }>({
  account: _account,
  ...values
}: Input): Omit<Input, "account"> {
  return values;
}

function picked(values: AccountWanted, fields: readonly string[]): AccountWanted {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}
