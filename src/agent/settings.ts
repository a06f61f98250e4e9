/**
 * Stores a team's settings per agent. A row is replaced as a whole by compare-and-set, with an audit entry
 * in the same batch.
 */
import { and, eq, sql } from "drizzle-orm";
import { auditIf, changesBetween, type Actor } from "../platform/audit/index.ts";
import { agentConfigs } from "./tables/agents.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { canonicalJson } from "../kernel/hash.ts";
import { DEFAULT_AGENT_SETTINGS, type AgentSettings, type AgentSettingsView } from "./api/agent.ts";
import { ASKED_ONCE_CALLS, isAskedOnce, type AgentDefinition } from "./define-agent.ts";
import type { ModelNames } from "./models.ts";
import { agentOf, allAgents, getAgent } from "./registry.ts";
import { usdPerMillion } from "./usage/index.ts";

type Row = typeof agentConfigs.$inferSelect;

/** A team's settings for an agent, or the defaults. */
export async function getAgentSettings(db: TenantDb, agent: string): Promise<AgentSettings> {
  return settingsOf(await findRow(db, agent));
}

/** Settings by agent name. Agents without settings are left out. */
export async function settingsByAgent(db: TenantDb): Promise<Readonly<Record<string, AgentSettings>>> {
  const rows = await db.rows(agentConfigs).limit(allAgents().length);
  return Object.fromEntries(rows.map((row) => [row.agent, settingsOf(row)]));
}

export async function disabledAgents(db: TenantDb): Promise<string[]> {
  const rows = await db.rows(agentConfigs, eq(agentConfigs.enabled, false)).limit(allAgents().length);
  return rows.map(({ agent }) => agent);
}

/** For the settings page. Throws `not_found` for an unknown agent. */
export async function viewAgentSettings(
  db: TenantDb,
  name: string,
  models: ModelNames,
): Promise<AgentSettingsView> {
  const agent = getAgent(name);
  return settingsView(agent, await findRow(db, name), models);
}

interface SettingsUpdate {
  readonly agent: string;
  readonly settings: AgentSettings;
  /** The version the admin edited. */
  readonly version: number;
  readonly by: Actor;
  readonly nowMs: number;
}

/**
 * Replaces an agent's settings if their version is still `version`. The caller then sends TenantObject the
 * list of disabled agents. Throws `not_found`; `changed` with the current version in `details`.
 */
export async function updateAgentSettings(
  db: TenantDb,
  update: SettingsUpdate,
  models: ModelNames,
): Promise<AgentSettingsView> {
  const agent = getAgent(update.agent);
  const before = await findRow(db, agent.name);
  const row = {
    agent: agent.name,
    ...update.settings,
    version: update.version + 1,
    updatedBy: update.by.id,
    updatedByName: update.by.name,
    updatedAt: isoTime(update.nowMs),
  };
  const same = eq(agentConfigs.agent, agent.name);
  const write =
    update.version === 0
      ? db.insert(agentConfigs, row).onConflictDoNothing().returning()
      : db.update(agentConfigs, row, and(same, eq(agentConfigs.version, update.version)) ?? same).returning();
  const mine = and(same, eq(agentConfigs.version, row.version), eq(agentConfigs.updatedBy, row.updatedBy));
  const entry = {
    id: `agent:${db.tenantId}:${agent.name}:${row.version}`,
    actor: update.by,
    action: "agent.changed",
    subject: { kind: "agent", id: agent.name },
    sentence: `${update.by.name} ${changeWords(settingsOf(before), update.settings)} of ${agent.title}`,
    changes: changesBetween({ ...settingsOf(before) }, { ...update.settings }),
  };
  const at = eq(agentConfigs.updatedAt, row.updatedAt);
  const [written] = await db.batch([
    write,
    auditIf(db, entry, update.nowMs, agentConfigs, and(mine, at) ?? sql`false`),
  ]);
  if (!Array.isArray(written) || written.length === 0) {
    const { version = 0 } = (await findRow(db, agent.name)) ?? {};
    throw new AppError("changed", "Someone else changed these settings. Reload them and try again.", {
      details: { version },
    });
  }
  return settingsView(agent, { ...row, tenantId: db.tenantId }, models);
}

/** Applies a team's settings to an agent; its own model and limits are the defaults. Pure. */
export function withSettings(agent: AgentDefinition, settings: AgentSettings | undefined): AgentDefinition {
  if (settings === undefined) return agent;
  const { modelOverride, maxTurns, tokenBudget } = settings;
  return {
    ...agent,
    windowTokens: isMain(agent) ? Math.max(agent.windowTokens, tokenBudget ?? 0) : agent.windowTokens,
    tier: modelOverride ?? agent.tier,
    limits: maxTurns === null ? agent.limits : { ...agent.limits, modelCalls: maxTurns },
  };
}

/** The agent that answers in the team's chats. */
function isMain({ name }: AgentDefinition): boolean {
  return name === agentOf().name;
}

function findRow(db: TenantDb, agent: string): Promise<Row | null> {
  return db.find(agentConfigs, eq(agentConfigs.agent, agent));
}

function settingsOf(row: Row | null): AgentSettings {
  if (row === null) return DEFAULT_AGENT_SETTINGS;
  const { enabled, modelOverride, maxTurns, tokenBudget, permissionMode, autonomy, rules, hours } = row;
  return { enabled, modelOverride, maxTurns, tokenBudget, permissionMode, autonomy, rules, hours };
}

function settingsView(agent: AgentDefinition, row: Row | null, models: ModelNames): AgentSettingsView {
  return {
    agent: agent.name,
    settings: settingsOf(row),
    version: row?.version ?? 0,
    updatedAt: row?.updatedAt ?? null,
    updatedBy: row?.updatedByName ?? null,
    tier: agent.tier,
    models: { ...models },
    prices: {
      cheap: usdPerMillion(models.cheap),
      main: usdPerMillion(models.main),
      heavy: usdPerMillion(models.heavy),
    },
    has: {
      model: agent.script === undefined,
      turns: agent.script === undefined && !isAskedOnce(agent),
      tools: agent.tools.length > 0 || agent.toolsets.length > 0,
      switch: !isMain(agent),
    },
    windowTokens: isMain(agent) ? agent.windowTokens : null,
    modelCalls: agent.limits.modelCalls ?? (isAskedOnce(agent) ? ASKED_ONCE_CALLS : null),
  };
}

const SETTING_WORDS: Readonly<Record<keyof AgentSettings, string>> = {
  enabled: "whether it works",
  modelOverride: "the model",
  maxTurns: "the limit of model calls",
  tokenBudget: "the context budget",
  permissionMode: "how its edits are judged",
  autonomy: "the autonomy",
  rules: "the tools",
  hours: "the hours",
};

function changeWords(before: AgentSettings, after: AgentSettings): string {
  const names = Object.keys(SETTING_WORDS) as (keyof AgentSettings)[];
  const changed = names.filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]));
  if (changed.length === 1 && changed[0] === "enabled")
    return after.enabled ? "turned on the work" : "turned off the work";
  return changed.length === 0
    ? "saved the settings"
    : `changed ${changed.map((name) => SETTING_WORDS[name]).join(", ")}`;
}
