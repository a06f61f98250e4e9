/** One team's files over real R2 and D1, with what its pages were told kept. */
import { testContext } from "../../support/context.ts";
import { workspace } from "../../../src/workspace/open.ts";
import type { WorkspaceChange } from "../../../src/platform/api/workspace-change.ts";
import type { Origin, WorkspaceDeps } from "../../../src/workspace/index.ts";
import type { Env } from "../../../src/platform/env.ts";

export const ALDER = "tenant_alder";
export const HARBOR = "tenant_harbor";

/** A person and the agent, as writers. */
export const DANA: Origin = { author: { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" } };
export const AGENT: Origin = {
  author: { kind: "agent", id: "steward", name: "Steward" },
  runId: "run_1",
  conversationId: "sms:+14125550142",
  messageId: "message_1",
};

/** The files, and the news of them in order. */
export function files(tenantId: string = ALDER): WorkspaceDeps & { readonly news: WorkspaceChange[] } {
  const news: WorkspaceChange[] = [];
  return {
    ...workspace(testContext(tenantId)),
    news,
    changed: async (changes) => {
      news.push(...changes);
    },
  };
}

/** The environment with every call of a database, a bucket or an object counted, as the platform counts a request's. */
export function countingCalls(env: Env): { readonly env: Env; calls: number } {
  const counter = { env, calls: 0 };
  counter.env = watchedCalls(env, () => {
    counter.calls++;
  });
  return counter;
}

/** The environment with somebody told of every such call before it is made, by its name; where they throw it fails. */
export function watchedCalls(env: Env, onCall: (name: string) => void): Env {
  const watched = <Target extends object>(target: Target, names: readonly string[]): Target =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name, of);
        if (typeof value !== "function") return value;
        return (...given: unknown[]): unknown => {
          if (names.includes(String(name))) onCall(String(name));
          const answer: unknown = Reflect.apply(value, of, given);
          return isStatement(answer) ? watched(answer, ["all", "run", "raw", "first"]) : answer;
        };
      },
    });
  const isStatement = (value: unknown): value is object =>
    typeof value === "object" && value !== null && "bind" in value && "raw" in value;
  return {
    ...env,
    DB: watched(env.DB, ["batch"]),
    FILES: watched(env.FILES, ["get", "put", "head", "list", "delete"]),
    TENANTS: watched(env.TENANTS, ["getByName"]),
    SEARCH: watched(env.SEARCH, ["getByName"]),
  };
}
