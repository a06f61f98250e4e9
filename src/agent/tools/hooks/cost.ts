import type { AfterHook } from "./types.ts";

/** About four characters per token, enough to see which tool fills the context. */
const CHARS_A_TOKEN = 4;

/**
 * Records an estimate of the tokens that the answer adds to every later model call. Charges nothing; the
 * spend meter counts money.
 */
export const cost: AfterHook = {
  name: "cost",
  after: async (_state, { content }) => `${Math.ceil(content.length / CHARS_A_TOKEN)} tokens`,
};
