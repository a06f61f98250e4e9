import type { AfterHook } from "./types.ts";

/** About four characters a token, good enough to see which tool fills the context. */
const CHARS_A_TOKEN = 4;

/** Records for the trace roughly how many tokens the answer adds to every later model call. It charges nothing: the spend meter counts money. */
export const cost: AfterHook = {
  name: "cost",
  after: async (_state, { content }) => `${Math.ceil(content.length / CHARS_A_TOKEN)} tokens`,
};
