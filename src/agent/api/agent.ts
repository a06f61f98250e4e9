/**
 * Wire format of agents and prompts: instructions, a team's settings, and the exact prompt a conversation
 * would send now.
 */
import * as z from "zod";
import { toolPowerSchema } from "../../team/api/policy.ts";
import { pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { hoursSchema } from "../../platform/api/hours.ts";

/** A model tier of the deployment: cheap and fast, the default for conversations, or the best. */
export const tierSchema = z.enum(["cheap", "main", "heavy"]);

const ruleListSchema = z.array(z.string().min(1).max(100)).max(100);

/** A team's settings for an agent. Null means the agent's own value, or the team's policy. */
export const agentSettingsSchema = z.object({
  /** A disabled agent starts nothing and receives no tasks. */
  enabled: z.boolean(),
  /** The model used instead of its own. */
  modelOverride: tierSchema.nullable(),
  /** Model calls per run. */
  maxTurns: z.number().int().min(1).max(200).nullable(),
  /** Maximum tokens of context prepared before a run; for the team's main agent, its working window. */
  tokenBudget: z.number().int().min(1_000).max(200_000).nullable(),
  permissionMode: z.enum(["default", "acceptEdits"]).nullable(),
  autonomy: z.enum(["shadow", "propose", "execute"]).nullable(),
  /** Tool names. `deny` overrides `allow`, `allow` overrides `ask`, and all override the team's policy. */
  rules: z.object({ deny: ruleListSchema, allow: ruleListSchema, ask: ruleListSchema }),
  /** Hours in the tenant's zone in which it may act without asking; null for always. */
  hours: hoursSchema.nullable(),
});
export type AgentSettings = z.infer<typeof agentSettingsSchema>;

export const DEFAULT_AGENT_SETTINGS: AgentSettings = {
  enabled: true,
  modelOverride: null,
  maxTurns: null,
  tokenBudget: null,
  permissionMode: null,
  autonomy: null,
  rules: { deny: [], allow: [], ask: [] },
  hours: null,
};

/** Settings for the page that edits them. */
export const agentSettingsViewSchema = z.object({
  agent: z.string(),
  settings: agentSettingsSchema,
  /** 0 before the first change. Sent with a change, for compare-and-set. */
  version: z.number().int(),
  updatedAt: timeSchema.nullable(),
  updatedBy: z.string().nullable(),
  /** The agent's own tier, and each tier's model. */
  tier: tierSchema,
  models: z.record(tierSchema, z.string()),
  /** Dollars per million tokens: in, out, and read from the cache; null if unknown. */
  prices: z.record(
    tierSchema,
    z.object({ input: z.number(), output: z.number(), cached: z.number() }).nullable(),
  ),
  /** Model calls per run without a setting; null if the policy decides. */
  modelCalls: z.number().int().nullable(),
  /** The working window without a setting, which may only enlarge it; null where the budget is of something else. */
  windowTokens: z.number().int().nullable(),
  /**
   * Which settings apply: scripted agents have no model, single questions no call limit, agents without tools
   * no tool rules.
   */
  has: z.object({ model: z.boolean(), turns: z.boolean(), tools: z.boolean(), switch: z.boolean() }),
});
export type AgentSettingsView = z.infer<typeof agentSettingsViewSchema>;

/** Formats `claude-opus-5-5` as `Claude Opus`; other names stay as they are. */
export function modelTitle(model: string): string {
  const family = /^claude-([a-z]+)/.exec(model)?.[1];
  return family === undefined ? model : `Claude ${family.charAt(0).toUpperCase()}${family.slice(1)}`;
}

/** Maximum length of a team's instructions. */
export const INSTRUCTIONS_CHARS = 20_000;

/** `built_in`: only the built-in text; `extend`: the team's text after it; `replace`: the team's text instead. */
export const instructionsModeSchema = z.enum(["built_in", "extend", "replace"]);
export type InstructionsMode = z.infer<typeof instructionsModeSchema>;

/** A vendor without a connection that tools need: `Google`, for `E-mail` and `Calendars`. */
export const missingVendorSchema = z.object({ title: z.string(), reaches: z.array(z.string()).readonly() });
export type MissingVendor = z.infer<typeof missingVendorSchema>;

/** Names what is not connected, for people and models. */
export function notConnectedWords(vendors: readonly MissingVendor[]): string {
  const named = vendors.map(({ title, reaches }) => `${title} (${reaches.join(", ")})`);
  return `Not connected: ${named.join("; ")}. An admin can connect ${vendors.length === 1 ? "it" : "them"} in Settings.`;
}

export const instructionsSchema = z.object({
  agent: z.string(),
  mode: instructionsModeSchema,
  /** The team's text; empty for `built_in`. */
  text: z.string(),
  builtIn: z.string(),
  /** The combined text that is sent. */
  effective: z.string(),
  /** 0 before the first change. Sent with a change, for compare-and-set. */
  version: z.number().int(),
  updatedAt: timeSchema.nullable(),
  updatedBy: z.string().nullable(),
  /** When a change takes effect, as a sentence. */
  takesEffect: z.string(),
});
export type Instructions = z.infer<typeof instructionsSchema>;

/** The start of the output format, the last part of built-in instructions. */
export const OUTPUT_FORM = "Answer with JSON alone, in this form";

/**
 * Combines instructions by mode. The output format is always kept, because answers are validated against
 * it. The same versions give the same bytes in the prompt and in the preview. Pure.
 */
export function effectiveInstructions(builtIn: string, mode: InstructionsMode, text: string): string {
  const own = text.trim();
  if (mode === "built_in" || own === "") return builtIn;
  if (mode === "replace") {
    const at = builtIn.lastIndexOf(OUTPUT_FORM);
    const form = at < 0 ? "" : builtIn.slice(at);
    return form === "" || own.includes(form) ? own : `${own}\n\n${form}`;
  }
  return `${builtIn}\n\n<team_instructions>\n${own}\n</team_instructions>`;
}

export const instructionsVersionSchema = z.object({
  version: z.number().int(),
  mode: instructionsModeSchema,
  text: z.string(),
  at: timeSchema,
  by: z.object({ id: z.string(), name: z.string() }),
  /** The version it restored; null if it was newly written. */
  restoredFrom: z.number().int().nullable(),
  current: z.boolean(),
});
export type InstructionsVersion = z.infer<typeof instructionsVersionSchema>;

/** A part of a prompt, in the model's reading order. */
export const promptPartSchema = z.object({
  kind: z.enum(["tools", "instructions", "tenant", "summary", "history", "context"]),
  title: z.string(),
  /** The bytes sent: JSON for tools, text for the rest. Empty for `history`, which uses `messages`. */
  text: z.string(),
  /** An estimate, not the tokenizer's count. */
  tokens: z.number().int(),
  /** Whether a cache breakpoint is at the end of this part, or in it. */
  breakpoint: z.boolean(),
  /** Whether the model would read it from its cache now. An estimate, too. */
  cached: z.boolean(),
  /** For `history`: the messages as sent. */
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

/** The prompt a conversation would send now, built by the same code. */
export const promptViewSchema = z.object({
  conversationId: z.string(),
  agent: z.string(),
  agentTitle: z.string(),
  model: z.string(),
  maxTokens: z.number().int(),
  /** The agent's working window; near its end the history is summarized. */
  windowTokens: z.number().int(),
  totalTokens: z.number().int(),
  cachedTokens: z.number().int(),
  /** Always `estimate`; shown on the page. */
  counting: z.literal("estimate"),
  parts: z.array(promptPartSchema),
  /**
   * `stored`: the context part is the tail of the message being answered; `next`: the predicted tail of your
   * next message.
   */
  context: z.enum(["stored", "next"]),
  /** When the tenant and instruction parts were read. */
  epochLoadedAt: timeSchema,
  /** Whether newer facts or instructions wait for the next compaction or cold cache. */
  newerWaiting: z.boolean(),
  /** Number of messages replaced by a summary; they stay readable. */
  summarizedMessages: z.number().int(),
});
export type PromptView = z.infer<typeof promptViewSchema>;

/** Endpoints of instructions and prompts. Agents are listed by `teamEndpoints.agents`. */
export const agentEndpoints = {
  prompt: endpoint({ method: "GET", path: "/api/conversations/:id/prompt", output: promptViewSchema }),
  instructions: endpoint({
    method: "GET",
    path: "/api/agents/:name/instructions",
    output: instructionsSchema,
  }),
  /** 409 `changed` after a concurrent change. */
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
  settings: endpoint({
    method: "GET",
    path: "/api/agents/:name/settings",
    output: agentSettingsViewSchema,
  }),
  /** 409 `changed` after a concurrent change. */
  updateSettings: endpoint({
    method: "PUT",
    path: "/api/agents/:name/settings",
    body: z.object({ settings: agentSettingsSchema, version: z.number().int().min(0) }),
    output: agentSettingsViewSchema,
    access: "admin",
  }),
  instructionsHistory: endpoint({
    method: "GET",
    path: "/api/agents/:name/instructions/history",
    query: pageQuerySchema,
    output: pageOf(instructionsVersionSchema),
  }),
  /** Restores an older version as a new one; `restore: 0` restores the built-in text. 409 `changed`. */
  restoreInstructions: endpoint({
    method: "POST",
    path: "/api/agents/:name/instructions/restore",
    body: z.object({ restore: z.number().int().min(0), version: z.number().int().min(0) }),
    output: instructionsSchema,
    access: "admin",
  }),
};

/** An agent with the team's settings. */
export const agentSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** The tier it uses in this team, and that tier's model. */
  tier: z.enum(["cheap", "main", "heavy"]),
  model: z.string(),
  /** Whether people can start a conversation with it. */
  conversational: z.boolean(),
  /** Whether other agents can delegate to it. */
  delegable: z.boolean(),
  /** False if an admin disabled it. */
  enabled: z.boolean(),
  /** Whether it answers in a schema instead of text. */
  structured: z.boolean(),
  instructions: z.string(),
  /** Its tools with the current connections, and the connections that would add more. */
  tools: z.array(toolPowerSchema),
  notConnected: z.array(missingVendorSchema),
  limits: z.record(z.string(), z.number()),
});
