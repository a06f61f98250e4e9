import * as z from "zod";
import { accountCreate } from "../effects/account-create.ts";
import { createAccount, noSuchStage, resolveAccount, stageNamed } from "../index.ts";
import { ACCOUNTS_AGENT } from "../api/account-query.ts";
import type { AccountWanted } from "../api/accounts.ts";
import type { Call } from "../../agent/tools/call.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import { originOf } from "../../workspace/tools/files/index.ts";
import type { AccountServices } from "./index.ts";
import { commandOf, updateOf } from "./proof.ts";

const line = z.string().trim().min(1).max(500);

const inputSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  stage: line.optional(),
  industry: line.optional(),
  location: line.optional(),
  primaryEmail: z.email().optional(),
  primaryPhone: line.optional(),
  insuranceTypes: z.array(line).max(50).optional(),
  notes: z.string().trim().min(1).max(4_000).optional(),
});
type Input = z.output<typeof inputSchema>;

/** Approval rule of a new account. Persisted with approvals. */
const NEW_ACCOUNT_RULE = "account.new";

/** Creates an account after a person's confirmation. */
export const createAccountTool = defineTool({
  name: "create_account",
  title: "Make an account",
  done: "Made an account",
  description:
    "Makes a new account for a customer that has none: its folder, state.md and history.md. Look it up first. A person always says yes before it is made.",
  keywords: "new client customer add lead open file",
  input: inputSchema,
  effect: "internal",
  egress: "none",
  shows: "account_change",
  tellsOutside: true,
  summarize: ({ name }) => `Making an account for ${name}`,
  guard: {
    effects: [accountCreate.kind],
    async rule(_: Input, __: AccountServices, call: Call) {
      return hasYes(call) ? null : NEW_ACCOUNT_RULE;
    },
    async resolve(input: Input, services: AccountServices, call: Call) {
      const wanted = await wantedOf(input, services);
      if (typeof wanted === "string") return retry(wanted);
      const known = await resolveAccount(services.files.db, { name: input.name, description: null });
      if (known.kind === "one" && known.found === "name")
        return retry(`There is an account of that name: ${known.account.id} ${known.account.name}.`);
      const { source = null } = originOf(call);
      return {
        kind: "resolved",
        effects: [accountCreate.of({ wanted, evidence: commandOf(call, input), source })],
        observed: [],
        lints: [],
        urgent: false,
      };
    },
  },
  async run(input, services: AccountServices, call) {
    const wanted = await wantedOf(input, services);
    if (typeof wanted === "string") return retry(wanted);
    const known = await resolveAccount(services.files.db, { name: input.name, description: null });
    if (known.kind === "one" && known.found === "name")
      return retry(`There is an account of that name: ${known.account.id} ${known.account.name}.`);
    const proof = await createAccount(services.files, {
      wanted,
      evidence: commandOf(call, input),
      origin: originOf(call),
    });
    return { kind: "ok", data: { ...updateOf(proof, await services.index(proof.id)) } };
  },
});

/**
 * Whether a member just confirmed it: through the form of an account conversation, read by code without a
 * model.
 */
function hasYes({ agent, asker }: Call): boolean {
  return agent === ACCOUNTS_AGENT && asker?.speaker.kind === "user";
}

async function wantedOf(
  { stage, ...fields }: Input,
  { stages }: AccountServices,
): Promise<(AccountWanted & { name: string }) | string> {
  const rules = await stages();
  const known = stage === undefined ? rules[0] : (stageNamed(rules, stage) ?? undefined);
  if (known === undefined) return noSuchStage(rules, stage ?? "");
  return { ...fields, stage: known.stage };
}
