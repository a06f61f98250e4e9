/** Agents and their prompts on the wire: an agent's instructions, how a team changes them, and the exact prompt a conversation would send now. */
import * as z from "zod";
import { toolPowerSchema } from "../../approvals/api/policy.ts";
import { pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { hoursSchema } from "../../platform/api/hours.ts";

/** Which model of the deployment: the cheap and fast one, the one people talk to, the best there is. */
export const tierSchema = z.enum(["cheap", "main", "heavy"]);

const ruleListSchema = z.array(z.string().min(1).max(100)).max(100);

/** What a team sets for one of its agents. Null means: as the agent is defined, or as the team's policy says. */
export const agentSettingsSchema = z.object({
  /** An agent that is turned off starts nothing and is handed nothing. */
  enabled: z.boolean(),
  /** The model it runs on instead of its own. */
  modelOverride: tierSchema.nullable(),
  /** Model calls of one run. */
  maxTurns: z.number().int().min(1).max(200).nullable(),
  /** Tokens of context that are put together for a run before it starts. */
  tokenBudget: z.number().int().min(1_000).max(200_000).nullable(),
  permissionMode: z.enum(["default", "acceptEdits"]).nullable(),
  autonomy: z.enum(["shadow", "propose", "execute"]).nullable(),
  /** Tools by name; `deny` goes before `allow`, `allow` before `ask`, and all of them before the team's policy. */
  rules: z.object({ deny: ruleListSchema, allow: ruleListSchema, ask: ruleListSchema }),
  /** Hours of the day, in the tenant's zone, in which it may act without asking; null for always. */
  hours: hoursSchema.nullable(),
});
export type AgentSettings = z.infer<typeof agentSettingsSchema>;

/** What holds where a team set nothing. */
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

/** An agent's settings as the page edits them. */
export const agentSettingsViewSchema = z.object({
  agent: z.string(),
  settings: agentSettingsSchema,
  /** 0 where the team never set anything. Given with a change: compare-and-set. */
  version: z.number().int(),
  updatedAt: timeSchema.nullable(),
  updatedBy: z.string().nullable(),
  /** The agent's own tier, and the model of each. */
  tier: tierSchema,
  models: z.record(tierSchema, z.string()),
  /** Dollars per million tokens in and out; null for a model without a known price. */
  prices: z.record(tierSchema, z.object({ input: z.number(), output: z.number() }).nullable()),
  /** Model calls of one run where the team sets none; null where the policy says. */
  modelCalls: z.number().int().nullable(),
  /** What there is to set: code without a model has none, a single question no limit of calls, an agent without tools nothing to decide about them. */
  has: z.object({ model: z.boolean(), turns: z.boolean(), tools: z.boolean(), switch: z.boolean() }),
});
export type AgentSettingsView = z.infer<typeof agentSettingsViewSchema>;

/** A model as people say it: `Claude Opus` of `claude-opus-5-5`; a name of another kind as it is. */
export function modelTitle(model: string): string {
  const family = /^claude-([a-z]+)/.exec(model)?.[1];
  return family === undefined ? model : `Claude ${family.charAt(0).toUpperCase()}${family.slice(1)}`;
}

/** Most characters of a team's own instructions. */
export const INSTRUCTIONS_CHARS = 20_000;

/** `built_in`: the product's words alone; `extend`: the team's after them; `replace`: the team's instead of them. */
export const instructionsModeSchema = z.enum(["built_in", "extend", "replace"]);
export type InstructionsMode = z.infer<typeof instructionsModeSchema>;

/** A vendor that tools need and that is not connected: `Google`, which would reach `E-mail` and `Calendars`. */
export const missingVendorSchema = z.object({ title: z.string(), reaches: z.array(z.string()).readonly() });
export type MissingVendor = z.infer<typeof missingVendorSchema>;

/** What is not connected, in a sentence for people and models alike. */
export function notConnectedWords(vendors: readonly MissingVendor[]): string {
  const named = vendors.map(({ title, reaches }) => `${title} (${reaches.join(", ").toLowerCase()})`);
  return `Not connected: ${named.join("; ")}. An admin can connect ${vendors.length === 1 ? "it" : "them"} in Settings.`;
}

/** An agent's instructions in this team. */
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

/** How the form of an output begins, the last part of built-in instructions. */
export const OUTPUT_FORM = "Answer with JSON alone, in this form";

/** Instructions as they are sent: built in, extended, or replaced; the form of an output stays, since answers are held to it. The same versions give the same bytes, in the prompt and in the page's preview. Pure. */
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

/** One version of a team's instructions. */
export const instructionsVersionSchema = z.object({
  version: z.number().int(),
  mode: instructionsModeSchema,
  text: z.string(),
  at: timeSchema,
  by: z.object({ id: z.string(), name: z.string() }),
  /** The version this one brought back; null where it was newly written. */
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
  agentTitle: z.string(),
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
  settings: endpoint({
    method: "GET",
    path: "/api/agents/:name/settings",
    output: agentSettingsViewSchema,
  }),
  /** 409 `changed` where somebody was faster. */
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
  /** Brings an older version back as a new one; `restore: 0` goes back to the built-in text. 409 `changed`. */
  restoreInstructions: endpoint({
    method: "POST",
    path: "/api/agents/:name/instructions/restore",
    body: z.object({ restore: z.number().int().min(0), version: z.number().int().min(0) }),
    output: instructionsSchema,
    access: "admin",
  }),
};

/** An agent as a team has it. */
export const agentSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** The tier it runs on in this team, and that tier's model. */
  tier: z.enum(["cheap", "main", "heavy"]),
  model: z.string(),
  /** Whether a person may start a conversation with it. */
  conversational: z.boolean(),
  /** Whether other agents may hand it a task. */
  delegable: z.boolean(),
  /** False where an admin turned it off. */
  enabled: z.boolean(),
  /** Whether it answers in a form of its own instead of in words. */
  structured: z.boolean(),
  instructions: z.string(),
  /** What it is offered with the connections there are, and which connections further tools of it need. */
  tools: z.array(toolPowerSchema),
  notConnected: z.array(missingVendorSchema),
  limits: z.record(z.string(), z.number()),
});
