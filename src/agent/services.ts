/** Services that other features provide to agents. */
import { fromFeatures } from "../kernel/features.ts";
import type { TenantContext } from "../platform/context.ts";
import type { CallModel } from "./ports.ts";
import type { tenantBlock } from "./tenant-block.ts";
import type { AgentWorld } from "./runner.ts";

/** Input for a message's tail. */
export interface NewsQuery {
  readonly timeZone: string;
  /** When the tenant block was read, and its version of MEMORY.md. */
  readonly since: string;
  readonly memoryEtag: string | null;
  /** The conversation the tail is for, whose own writes are omitted. */
  readonly conversationId?: string;
}

export interface AgentServices extends Pick<
  AgentWorld,
  "threadOf" | "aroundOf" | "skillFor" | "readPicture"
> {
  readonly callModel: CallModel;
  /** Vendors the team has connected; `mcp` for a custom server. */
  readonly connected: () => Promise<readonly string[]>;
  /** The team's phone lines. */
  readonly lines: () => Promise<Parameters<typeof tenantBlock>[0]["lines"]>;
  /** The skills part of prompts. `own`: groups reserved for one agent's prompts. */
  readonly skills: (
    own: readonly string[],
  ) => Promise<{ readonly text: string; readonly groups: Readonly<Record<string, string>> }>;
  /** MEMORY.md and the list of files, as prompts hold them. */
  readonly memory: () => Promise<{
    readonly text: string;
    readonly etag: string | null;
    readonly tree: string;
  }>;
  /** Today's notes, and changes since the tenant block was read; empty if there are none. */
  readonly news: (query: NewsQuery) => Promise<string>;
}

declare module "../kernel/features.ts" {
  interface Feature {
    /** Opens the feature's services for agents, without I/O. */
    readonly agentServices?: (ctx: TenantContext) => Partial<AgentServices>;
  }
}

const openers = fromFeatures((features) => features.flatMap(({ agentServices = [] }) => agentServices));

/** Opens the services for one team, without I/O. */
export function agentServices(ctx: TenantContext): AgentServices {
  return Object.assign({}, ...openers().map((open) => open(ctx))) as AgentServices;
}
