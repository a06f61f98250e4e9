/** One team's files over real R2 and D1, with what its pages were told kept. */
import { workspace } from "../../../src/app/workspace.ts";
import type { WorkspaceChange } from "../../../src/protocol/workspace.ts";
import type { Origin, WorkspaceDeps } from "../../../src/workspace/index.ts";
import { testEnv } from "../../support/worker.ts";

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
    ...workspace(testEnv, tenantId),
    news,
    changed: async (changes) => {
      news.push(...changes);
    },
  };
}
