import * as z from "zod";
import { accountChange } from "../../actions/account-change.ts";
import { changeAccount, changesTo, headOfAccount, showAccount, STAGES } from "../../accounts/index.ts";
import type { AccountEvidence, AccountWanted } from "../../protocol/accounts.ts";
import type { Call } from "../call.ts";
import { defineTool } from "../define-tool.ts";
import { originOf, OUTSIDE_TEXT_RULE } from "../files/provenance.ts";
import type { AccountServices } from "./index.ts";
import { accountNamed } from "./named.ts";

const line = z.string().trim().min(1).max(500);
const list = z.array(line).max(50);

const inputSchema = z.strictObject({
  account: z.string().trim().min(1).max(200).describe("Its number (10003) or name (Lakeview Dental Group)"),
  stage: line.optional().describe(`One of: ${STAGES.join(", ")}`),
  insuranceTypes: list.optional().describe("All of them, in place of the old ones"),
  nextSteps: list.optional().describe("All of them, in place of the old ones; empty to clear"),
  pendingActions: list.optional(),
  industry: line.optional(),
  location: line.optional(),
  primaryEmail: z.email().optional(),
  primaryPhone: line.optional(),
  addNote: z.string().trim().min(1).max(4_000).optional().describe("A paragraph to add to the notes"),
});
type Input = z.output<typeof inputSchema>;

/** Changes a customer's file: at once where the words are the person's own, else as a draft. */
export const updateAccount = defineTool({
  name: "update_account",
  title: "Change an account",
  done: "Changed an account",
  description:
    "Changes a customer's account: stage, insurance, next steps, facts, or a note. Only what is named changes; the history tells it with the person's words. " +
    "Runs at once where they are the person's own; what came from outside waits for approval.",
  keywords: "update customer client stage mark quoted bound note next step account pipeline move",
  input: inputSchema,
  effect: "internal",
  egress: "none",
  tellsOutside: true,
  summarize: ({ account }) => `Changing the account ${account}`,
  guard: {
    effects: [accountChange.kind],
    async rule(input: Input, _: AccountServices, call: Call) {
      return mayRun(input, call) ? null : OUTSIDE_TEXT_RULE;
    },
    async resolve(input: Input, { files }: AccountServices, call: Call) {
      const found = await accountNamed(files.db, input.account);
      if ("retry" in found) return { kind: "retry", message: found.retry };
      const { state, stateProblem } = await showAccount(files, found.id);
      if (state === null) return { kind: "failed", message: `state.md can't be read. ${stateProblem ?? ""}` };
      const wanted = wantedOf(input);
      if (typeof wanted === "string") return { kind: "retry", message: wanted };
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
            evidence: evidenceOf(call),
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
  async run(input, { files }: AccountServices, call) {
    const found = await accountNamed(files.db, input.account);
    if ("retry" in found) return { kind: "retry", message: found.retry };
    const wanted = wantedOf(input);
    if (typeof wanted === "string") return { kind: "retry", message: wanted };
    const proof = await changeAccount(files, found.id, {
      wanted,
      evidence: evidenceOf(call),
      origin: originOf(call),
    });
    return {
      kind: "ok",
      data: {
        account: proof.id,
        changes: proof.entry.changes,
        description: proof.description,
        link: `/accounts/${proof.id}`,
      },
    };
  },
});

/** What the account becomes; a sentence where a value is none of the team's, or nothing is named. */
function wantedOf(input: Input): AccountWanted | string {
  const { addNote, stage, ...fields } = valuesOf(input);
  const known =
    stage === undefined ? undefined : STAGES.find((one) => one.toLowerCase() === stage.toLowerCase());
  if (stage !== undefined && known === undefined)
    return `There is no stage “${stage}”. There are ${STAGES.join(", ")}.`;
  const wanted = {
    ...fields,
    ...(known === undefined ? {} : { stage: known }),
    ...(addNote === undefined ? {} : { notes: addNote }),
  };
  return Object.keys(wanted).length === 0
    ? "Say what changes: a stage, insurance, next steps, a fact or a note. If the person didn't say it, ask."
    : wanted;
}

/** Whether every word of a change is the speaker's own, or nothing from outside could have led to it. */
function mayRun(input: Input, { asker }: Call): boolean {
  if (asker === null || asker.speaker.kind !== "user") return false;
  if (!asker.outside) return true;
  const said = plain(asker.said.at(-1) ?? "");
  return Object.values(valuesOf(input))
    .flat()
    .every((value) => said.includes(plain(String(value))));
}

function valuesOf({ account: _account, ...values }: Input): Omit<Input, "account"> {
  return values;
}

function plain(words: string): string {
  return words.toLowerCase().replace(/\s+/g, " ").trim();
}

/** The speaker's last words, on one line; else the agent's own. */
function evidenceOf({ asker, agent }: Call): AccountEvidence {
  const said = (asker?.said.at(-1) ?? "").replace(/\s+/g, " ").trim();
  return { kind: "command", words: said === "" ? `Proposed by ${agent}` : said.slice(0, 400) };
}

function picked(values: AccountWanted, fields: readonly string[]): AccountWanted {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}
