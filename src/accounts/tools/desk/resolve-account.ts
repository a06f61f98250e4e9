import * as z from "zod";
import type { Json } from "../../../kernel/hash.ts";
import {
  chooseAmong,
  findAccountRow,
  resolveAccount,
  showAccount,
  type ResolvedAccount,
} from "../../index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { DeskServices } from "./index.ts";

/** Finds the account a request is about, and reads its state. */
export const resolveAccountTool = defineTool({
  name: "resolve_account",
  title: "Find the account that is meant",
  done: "Found the account that is meant",
  description: "Finds the account a request names or describes: one, several that may be meant, or none.",
  input: z.strictObject({
    id: z.string().trim().min(1).max(20).optional(),
    name: z.string().trim().min(1).max(300).optional(),
    description: z.string().trim().min(1).max(300).optional(),
    /** IDs of the accounts that a person was asked to choose from. */
    among: z.array(z.string().max(20)).max(10).optional(),
  }),
  effect: "read",
  egress: "none",
  summarize: ({ id, name, description }) => `Finding the account: ${name ?? description ?? id ?? ""}`,
  async run({ id, name = null, description = null, among = [] }, { files, stages, near }: DeskServices) {
    const known =
      id === undefined
        ? await chooseAmong(files, among, description ?? name ?? "")
        : await findAccountRow(files.db, id);
    const found: ResolvedAccount | { kind: "one"; account: NonNullable<typeof known>; found: "chosen" } =
      known === null
        ? await resolveAccount(files.db, { name: name ?? id ?? null, description }, near)
        : { kind: "one", account: known, found: "chosen" };
    if (found.kind !== "one") {
      const data: Json = { kind: found.kind, candidates: [...found.candidates] };
      return { kind: "ok", outside: true, data };
    }
    const { account } = found;
    const [{ state, stateProblem, problems }, rules] = await Promise.all([
      showAccount(files, account.id),
      stages(),
    ]);
    const data: Json = {
      kind: "one",
      found: found.found,
      account: { account_id: account.id, name: account.name, stage: account.stage },
      state,
      stages: rules.map(({ stage }) => stage),
      problem: stateProblem ?? problems[0]?.message ?? null,
    };
    return { kind: "ok", outside: true, data };
  },
});
