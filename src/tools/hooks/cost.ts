import type { AfterHook } from "./types.ts";

/** About four characters a token, good enough to see which tool fills the context. */
const CHARS_A_TOKEN = 4;

/** How many tokens the answer adds to every later call of the model. Money is the ledger's, never a hook's. */
export const cost: AfterHook = {
  name: "cost",
  after: async (_state, { content }) => `${Math.ceil(content.length / CHARS_A_TOKEN)} tokens`,
};
