/** Agents and their prompts on the wire: what an agent is told, how a team changes it, and the exact prompt a conversation would send now. */
import * as z from "zod";
import { pageOf, pageQuerySchema, timeSchema } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** Most characters of a team's own instructions. */
export const INSTRUCTIONS_CHARS = 20_000;

/** `built_in`: the product's words alone; `extend`: the team's after them; `replace`: the team's instead of them. */
export const instructionsModeSchema = z.enum(["built_in", "extend", "replace"]);
export type InstructionsMode = z.infer<typeof instructionsModeSchema>;

/** What an agent is told in this team. */
export const instructionsSchema = z.object({
  agent: z.string(),
  mode: instructionsModeSchema,
  /** The team's own text; empty where the mode is `built_in`. */
  text: z.string(),
  /** The product's own text. */
  builtIn: z.string(),
  /** What is sent: the two put together by the mode. */
  effective: z.string(),
  /** 0 where the team never changed anything. Given with a change: compare-and-set. */
  version: z.number().int(),
  updatedAt: timeSchema.nullable(),
  updatedBy: z.string().nullable(),
  /** When a change comes into force, as a sentence for the page. */
  takesEffect: z.string(),
});
export type Instructions = z.infer<typeof instructionsSchema>;

/** Instructions as they are sent: built in, extended, or replaced. The same versions give the same bytes, in the prompt and in the page's preview. Pure. */
export function effectiveInstructions(builtIn: string, mode: InstructionsMode, text: string): string {
  const own = text.trim();
  if (mode === "built_in" || own === "") return builtIn;
  return mode === "replace" ? own : `${builtIn}\n\n<team_instructions>\n${own}\n</team_instructions>`;
}

/** One version of a team's instructions. */
export const instructionsVersionSchema = z.object({
  version: z.number().int(),
  mode: instructionsModeSchema,
  text: z.string(),
  at: timeSchema,
  by: z.object({ id: z.string(), name: z.string() }),
  /** The version this one brought back; null where it was written anew. */
  restoredFrom: z.number().int().nullable(),
  current: z.boolean(),
});
export type InstructionsVersion = z.infer<typeof instructionsVersionSchema>;

/** One piece of a prompt, in the order the model reads it. */
export const promptPartSchema = z.object({
  kind: z.enum(["tools", "instructions", "tenant", "summary", "history", "context"]),
  title: z.string(),
  /** The bytes sent: JSON for tools, text for the rest; empty for `history`, whose bytes stand in `messages`. */
  text: z.string(),
  /** Estimated, never counted by the model's own tokenizer. */
  tokens: z.number().int(),
  /** Whether a cache breakpoint stands at the end of this part, or within it. */
  breakpoint: z.boolean(),
  /** Whether the model would read this part from its cache if it were called now. Also an estimate: the cache is the model's. */
  cached: z.boolean(),
  /** `history` alone: the messages as they are sent. */
  messages: z
    .array(
      z.object({
        role: z.enum(["user", "assistant"]),
        /** JSON of the content blocks. */
        text: z.string(),
        tokens: z.number().int(),
        breakpoint: z.boolean(),
        cached: z.boolean(),
      }),
    )
    .optional(),
});
export type PromptPart = z.infer<typeof promptPartSchema>;

/** The prompt a conversation would send now, made by the code that sends it. */
export const promptViewSchema = z.object({
  conversationId: z.string(),
  agent: z.string(),
  model: z.string(),
  maxTokens: z.number().int(),
  /** The window the agent works in: near its end the history is summarized. */
  windowTokens: z.number().int(),
  totalTokens: z.number().int(),
  cachedTokens: z.number().int(),
  /** Always `estimate`: said so on the page. */
  counting: z.literal("estimate"),
  parts: z.array(promptPartSchema),
  /**
   * `stored`: the context part is the tail of the message that is being answered; `next`: what a message of yours would carry if it were
   * sent now.
   */
  context: z.enum(["stored", "next"]),
  /** When the facts in the tenant and instructions parts were read. */
  epochLoadedAt: timeSchema,
  /** Whether newer facts or instructions wait for the next compaction or cold cache. */
  newerWaiting: z.boolean(),
  /** Messages that a summary stands for; they stay readable. */
  summarizedMessages: z.number().int(),
});
export type PromptView = z.infer<typeof promptViewSchema>;

/** Endpoints of agents' instructions and prompts. The list of agents is `accountEndpoints.agents`. */
export const agentEndpoints = {
  prompt: endpoint({ method: "GET", path: "/api/conversations/:id/prompt", output: promptViewSchema }),
  instructions: endpoint({
    method: "GET",
    path: "/api/agents/:name/instructions",
    output: instructionsSchema,
  }),
  /** 409 `changed` where somebody was faster. */
  updateInstructions: endpoint({
    method: "PUT",
    path: "/api/agents/:name/instructions",
    body: z.object({
      mode: instructionsModeSchema,
      text: z.string().max(INSTRUCTIONS_CHARS),
      version: z.number().int().min(0),
    }),
    output: instructionsSchema,
    access: "admin",
  }),
  instructionsHistory: endpoint({
    method: "GET",
    path: "/api/agents/:name/instructions/history",
    query: pageQuerySchema,
    output: pageOf(instructionsVersionSchema),
  }),
  /** Brings an older version back as a new one; `restore: 0` goes back to the built-in text. 409 `changed`. */
  restoreInstructions: endpoint({
    method: "POST",
    path: "/api/agents/:name/instructions/restore",
    body: z.object({ restore: z.number().int().min(0), version: z.number().int().min(0) }),
    output: instructionsSchema,
    access: "admin",
  }),
};
