/** Teams' files over D1's stand-in and blobs in memory, with what pages would be told kept. */
import { systemClock } from "../../../src/kernel/clock.ts";
import { contentMissing } from "../../../src/kernel/content-missing.ts";
import { systemIds } from "../../../src/kernel/ids.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import type { WorkspaceChange } from "../../../src/platform/api/workspace-change.ts";
import { SKILL_RULES } from "../../../src/workspace/skills/index.ts";
import type { Origin, WorkspaceDeps } from "../../../src/workspace/index.ts";
import { freshRecords, records } from "../../support/node-d1.ts";

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

let blobs = new Map<string, string>();

/** Empties all files of all teams: to be called before each test. */
export async function freshFiles(): Promise<void> {
  await freshRecords();
  blobs = new Map();
}

/** A team's files, and the news of them in order. */
export function files(tenantId: string = ALDER): WorkspaceDeps & { readonly news: WorkspaceChange[] } {
  const news: WorkspaceChange[] = [];
  return {
    db: dbFor(records, tenantId),
    blobs: {
      put: async (sha256, content) => void blobs.set(`${tenantId}/${sha256}`, content),
      async get(sha256) {
        const content = blobs.get(`${tenantId}/${sha256}`);
        if (content === undefined) throw contentMissing();
        return content;
      },
    },
    clock: systemClock,
    ids: systemIds,
    rules: SKILL_RULES,
    news,
    changed: async (changes) => void news.push(...changes),
  };
}

/** The code and details of what a call throws. */
export async function refused(
  work: Promise<unknown>,
): Promise<{ code: string; details: Record<string, unknown> }> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error) || !("code" in error))
    throw new Error("it was not refused", { cause: error });
  const { details } = error as unknown as { details?: Record<string, unknown> };
  return { code: String(error.code), details: details ?? {} };
}
