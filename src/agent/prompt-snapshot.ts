/** Reads a prompt snapshot: what a team's prompts say of it, and what bounds its runs, as the records are now. */
import { asc, isNull } from "drizzle-orm";
import type { OfferedTools, PromptSnapshot } from "./conversations/index.ts";
import { users, type TenantDb } from "../platform/db/index.ts";
import { isoTime, type Clock } from "../kernel/clock.ts";
import { getPolicy } from "../approvals/policy/index.ts";
import type { MissingVendor } from "./api/agent.ts";
import type { AgentServices } from "./services.ts";
import { instructionsByAgent } from "./instructions.ts";
import { settingsByAgent } from "./settings.ts";
import { allAgents } from "./registry.ts";
import { briefBlock, tenantBlock } from "./tenant-block.ts";

/** What an agent is offered by what is connected. */
export interface Offer {
  /** Its tools, and those of the agents it can hand a task to, by agent. */
  readonly tools: Readonly<Record<string, OfferedTools>>;
  /** Vendors that its further tools need. */
  readonly notConnected: MissingVendor[];
}

interface SnapshotDeps {
  readonly db: TenantDb;
  readonly services: Pick<AgentServices, "connected" | "lines" | "skills" | "memory" | "news">;
  readonly clock: Clock;
  /** What is offered where these vendors are connected, and which are missing. */
  readonly offer: (connected: readonly string[]) => Offer;
  /** The tenant. Throws `not_found` for one that does not exist. */
  readonly tenant: () => Promise<{ readonly name: string; readonly timeZone: string }>;
}

/** What bounds a team's runs and chats, and how free its agents are: of a snapshot, what holds at once. */
export type RunBounds = Pick<PromptSnapshot, "agents" | "mode" | "limits" | "sessions">;

/** Reads what bounds runs now. */
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
  };
}

/** Reads it. Throws `not_found` for a tenant that does not exist. */
export async function loadSnapshot({
  db,
  services,
  clock,
  offer,
  tenant: findTenant,
}: SnapshotDeps): Promise<PromptSnapshot> {
  // Taken before anything is read: what changes meanwhile is said as a delta.
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

/** Groups of skills that are some agent's own. */
function ownSkillGroups(): string[] {
  return [...new Set(allAgents().flatMap(({ skillGroup }) => skillGroup ?? []))];
}
