import * as z from "zod";
import { candidateOf, resolveAccount } from "../index.ts";
import { cautionOf } from "../../agent/tools/name-like.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import type { AccountServices } from "./index.ts";

/** Finds an account by company name, tolerating variants. */
export const lookupAccount = defineTool({
  name: "lookup_account",
  title: "Look an account up by name",
  done: "Looked an account up",
  description:
    "Finds an account by a company's name, also misspelled or shortened: its number, stage and folder.",
  keywords: "client customer company name number fuzzy",
  input: z.strictObject({ name: z.string().trim().min(1).max(200).describe("As somebody wrote it") }),
  effect: "read",
  egress: "none",
  brings: "facts",
  summarize: ({ name }) => `Looking up ${name}`,
  looksAt: ({ name }) => ({ things: "Accounts", asked: name, askedIs: "name" }),
  async run({ name }, { files }: AccountServices) {
    const found = await resolveAccount(files.db, { name, description: null });
    const items = found.kind === "one" ? [candidateOf({ row: found.account, score: 1 })] : found.candidates;
    const hint =
      found.kind === "none"
        ? `No account is called “${name}”.${items.length === 0 ? "" : " These come near to it; don't take one for it unasked."}`
        : found.kind === "several"
          ? "Several may be meant."
          : null;
    const accounts = items.map(({ account_id: account, name: called, stage, location, industry }) => ({
      account,
      name: called,
      stage,
      location,
      industry,
      folder: `accounts/${account}/`,
    }));
    return {
      kind: "ok",
      outside: true,
      data: { caution: cautionOf(accounts), ...(hint === null ? {} : { hint }), accounts },
    };
  },
});
