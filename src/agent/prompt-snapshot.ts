/** Reads a prompt snapshot from the records: what a team's prompts contain, and the limits of its runs. */
import { asc, isNull } from "drizzle-orm";
import type { OfferedTools, PromptSnapshot } from "./conversations/index.ts";
import { users, type TenantDb } from "../platform/db/index.ts";
import { isoTime, type Clock } from "../kernel/clock.ts";
import { getPolicy } from "../approvals/policy/index.ts";
import type { MissingVendor } from "./api/agent.ts";
import type { AgentServices } from "./services.ts";
import { instructionsByAgent } from "./instruction-versions.ts";
import { settingsByAgent } from "./settings.ts";
import { allAgents } from "./registry.ts";
import { briefBlock, tenantBlock } from "./tenant-block.ts";

/** What the team's connections make available to an agent. */
export interface Offer {
  /** Tools by agent: its own and those of agents it can delegate to. */
  readonly tools: Readonly<Record<string, OfferedTools>>;
  /** Vendors whose connection would add tools. */
  readonly notConnected: MissingVendor[];
}

interface SnapshotDeps {
  readonly db: TenantDb;
  readonly services: Pick<AgentServices, "connected" | "lines" | "skills" | "memory" | "news">;
  readonly clock: Clock;
  /** The tools available with these connections, and the missing vendors. */
  readonly offer: (connected: readonly string[]) => Offer;
  /** Throws `not_found` for an unknown tenant. */
  readonly tenant: () => Promise<{ readonly name: string; readonly timeZone: string }>;
}

/** Limits of runs and chats, and the agents' autonomy: the part of a snapshot that applies at once. */
export type RunBounds = Pick<PromptSnapshot, "agents" | "mode" | "limits" | "sessions" | "houseRules">;

export async function loadBounds(db: TenantDb): Promise<RunBounds> {
  const [{ policy }, agents] = await Promise.all([getPolicy(db), settingsByAgent(db)]);
  const { modelCalls, toolCalls, minutes, costUsd } = policy.turn;
  return {
    agents,
    mode: policy.autonomy,
    limits: {
      modelCalls,
      toolCalls,
      workMs: minutes * 60_000,
      costMicroUsd: Math.floor(costUsd * 1_000_000),
    },
    sessions: policy.sessions,
    // The sentences alone: whom they name was looked up, and people choose their own names.
    houseRules: policy.houseRules.map(({ sentence }) => sentence),
  };
}

/** Throws `not_found` for an unknown tenant. */
export async function loadSnapshot({
  db,
  services,
  clock,
  offer,
  tenant: findTenant,
}: SnapshotDeps): Promise<PromptSnapshot> {
  // Set before reading, so that later changes are reported as a delta.
  const loadedAt = isoTime(clock.now());
  const withDelta = async () => {
    const tenant = await findTenant();
    const since = { timeZone: tenant.timeZone, since: loadedAt, memoryEtag: null };
    return { tenant, delta: await services.news(since) };
  };
  const [{ tenant, delta }, team, lines, bounds, instructions, skills, memory, connected] = await Promise.all(
    [
      withDelta(),
      db.rows(users, isNull(users.removedAt)).orderBy(asc(users.email)).limit(100),
      services.lines(),
      loadBounds(db),
      instructionsByAgent(db),
      services.skills(ownSkillGroups()),
      services.memory(),
      services.connected(),
    ],
  );
  const { name, timeZone } = tenant;
  const { tools, notConnected } = offer(connected);
  return {
    text: tenantBlock({
      name,
      timeZone,
      team,
      lines,
      notConnected,
      skills: skills.text,
      memory: memory.text,
      files: memory.tree,
    }),
    brief: briefBlock({ name, timeZone }),
    skillGroups: skills.groups,
    tools,
    instructions,
    ...bounds,
    memoryEtag: memory.etag,
    news: delta,
    timeZone,
    loadedAt,
  };
}

/** Groups of skills reserved for an agent. */
function ownSkillGroups(): string[] {
  return [...new Set(allAgents().flatMap(({ skillGroup }) => skillGroup ?? []))];
}
