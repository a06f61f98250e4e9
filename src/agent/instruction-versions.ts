/**
 * Stores an agent's instructions: the built-in ones, extended or replaced by a team's versions. Versions
 * are only added; the highest takes effect with the next prompt snapshot of each conversation.
 */
import { and, desc, eq, lt, sql } from "drizzle-orm";
import { auditIf, type Actor } from "../platform/audit/index.ts";
import { agentInstructions, type TenantDb } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { LIMITS } from "../kernel/limits.ts";
import {
  effectiveInstructions,
  type Instructions,
  type InstructionsMode,
  type InstructionsVersion,
} from "./api/agent.ts";
import type { AgentDefinition } from "./define-agent.ts";
import { allAgents, findAgent } from "./registry.ts";

const TAKES_EFFECT =
  "New conversations use it at once. A conversation under way takes it up when its history is next summarized, or after it has been quiet for about six minutes.";

type Row = typeof agentInstructions.$inferSelect;

/** Condition: no version of the same team and agent is higher. */
const IS_NEWEST = sql`not exists (select 1 from agent_instructions newer where newer.tenant_id = ${agentInstructions.tenantId}
  and newer.agent = ${agentInstructions.agent} and newer.version > ${agentInstructions.version})`;

/** Current instructions by agent name. Agents with the built-in ones are left out. */
export async function instructionsByAgent(db: TenantDb): Promise<Readonly<Record<string, string>>> {
  const rows = await db.rows(agentInstructions, IS_NEWEST).limit(allAgents().length);
  return Object.fromEntries(
    rows.flatMap((row) => {
      const agent = findAgent(row.agent);
      if (agent === null) return [];
      const text = effectiveInstructions(agent.instructions, row.mode, row.text);
      return text === agent.instructions ? [] : [[agent.name, text]];
    }),
  );
}

export async function instructionsOf(db: TenantDb, agent: AgentDefinition): Promise<string> {
  const row = await newest(db, agent.name);
  return row === null ? agent.instructions : effectiveInstructions(agent.instructions, row.mode, row.text);
}

/** For the settings page. Throws `not_found` for an unknown agent. */
export async function getInstructions(db: TenantDb, name: string): Promise<Instructions> {
  const agent = agentOf(name);
  return instructionsView(agent, await newest(db, name));
}

/**
 * Adds a version if the current one is still `version`. Throws `not_found`; `changed` with the current
 * version in `details`.
 */
export async function updateInstructions(
  db: TenantDb,
  change: {
    readonly agent: string;
    readonly mode: InstructionsMode;
    readonly text: string;
    readonly version: number;
    readonly restoredFrom?: number;
    readonly by: Actor;
    readonly nowMs: number;
  },
): Promise<Instructions> {
  const agent = agentOf(change.agent);
  if (change.mode !== "built_in" && change.text.trim() === "") {
    throw new AppError(
      "invalid_request",
      "Write instructions for the agent, or go back to the built-in ones.",
    );
  }
  const version = change.version + 1;
  const before = await newest(db, agent.name);
  if ((before?.version ?? 0) !== change.version) throw changedMeanwhile(before);
  const row = {
    agent: agent.name,
    version,
    mode: change.mode,
    text: change.mode === "built_in" ? "" : change.text,
    restoredFrom: change.restoredFrom ?? null,
    byId: change.by.id,
    byName: change.by.name,
    at: isoTime(change.nowMs),
  };
  const mine = and(
    eq(agentInstructions.agent, agent.name),
    eq(agentInstructions.version, version),
    eq(agentInstructions.byId, row.byId),
    eq(agentInstructions.at, row.at),
  );
  const entry = {
    id: `instructions:${db.tenantId}:${agent.name}:${version}`,
    actor: change.by,
    action: "instructions.changed",
    subject: { kind: "agent", id: agent.name },
    sentence: `${change.by.name} ${inWords(change)} of ${agent.title} (version ${version})`,
  };
  const [written] = await db.batch([
    db.insert(agentInstructions, row).onConflictDoNothing().returning(),
    ...(mine === undefined ? [] : [auditIf(db, entry, change.nowMs, agentInstructions, mine)]),
  ]);
  if (!Array.isArray(written) || written.length === 0) throw changedMeanwhile(await newest(db, agent.name));
  return instructionsView(agent, { ...row, tenantId: db.tenantId });
}

/**
 * Restores an older version as a new one; 0 is the built-in text. Throws as `updateInstructions`, and
 * `not_found` for an unknown version.
 */
export async function restoreInstructions(
  db: TenantDb,
  change: {
    readonly agent: string;
    readonly restore: number;
    readonly version: number;
    readonly by: Actor;
    readonly nowMs: number;
  },
): Promise<Instructions> {
  const agent = agentOf(change.agent);
  const older = await db.find(
    agentInstructions,
    and(eq(agentInstructions.agent, agent.name), eq(agentInstructions.version, change.restore)) ??
      eq(agentInstructions.agent, agent.name),
  );
  if (older === null && change.restore !== 0) {
    throw new AppError("not_found", "That version doesn’t exist.");
  }
  const { mode, text } = older ?? { mode: "built_in" as const, text: "" };
  return updateInstructions(db, { ...change, mode, text, restoredFrom: change.restore });
}

/** Versions, newest first, before version `before`. Throws `not_found` for an unknown agent. */
export async function instructionsHistory(
  db: TenantDb,
  name: string,
  page: { readonly before?: number | undefined; readonly limit?: number | undefined },
): Promise<InstructionsVersion[]> {
  const agent = agentOf(name);
  const current = await newest(db, agent.name);
  const older = page.before === undefined ? undefined : lt(agentInstructions.version, page.before);
  const rows = await db
    .rows(agentInstructions, and(eq(agentInstructions.agent, agent.name), older))
    .orderBy(desc(agentInstructions.version))
    .limit(page.limit ?? LIMITS.pageSize);
  return rows.map(({ version, mode, text, at, byId, byName, restoredFrom }) => {
    const by = { id: byId, name: byName };
    return { version, mode, text, at, by, restoredFrom, current: version === current?.version };
  });
}

function agentOf(name: string): AgentDefinition {
  const agent = allAgents().find((candidate) => candidate.name === name);
  if (agent === undefined) throw new AppError("not_found", "That agent doesn’t exist.");
  return agent;
}

async function newest(db: TenantDb, agent: string): Promise<Row | null> {
  const [row] = await db
    .rows(agentInstructions, eq(agentInstructions.agent, agent))
    .orderBy(desc(agentInstructions.version))
    .limit(1);
  return row ?? null;
}

function instructionsView(agent: AgentDefinition, row: Row | null): Instructions {
  const mode = row?.mode ?? "built_in";
  const text = row?.text ?? "";
  return {
    agent: agent.name,
    mode,
    text,
    builtIn: agent.instructions,
    effective: effectiveInstructions(agent.instructions, mode, text),
    version: row?.version ?? 0,
    updatedAt: row?.at ?? null,
    updatedBy: row?.byName ?? null,
    takesEffect: TAKES_EFFECT,
  };
}

function inWords(change: { readonly mode: InstructionsMode; readonly restoredFrom?: number }): string {
  if (change.mode === "built_in") return "went back to the built-in instructions";
  if (change.restoredFrom !== undefined)
    return `brought back version ${change.restoredFrom} of the instructions`;
  return change.mode === "extend" ? "extended the instructions" : "replaced the instructions";
}

function changedMeanwhile(row: Row | null): AppError {
  return new AppError("changed", "Someone else changed these instructions. Reload them and try again.", {
    details: { version: row?.version ?? 0 },
  });
}
