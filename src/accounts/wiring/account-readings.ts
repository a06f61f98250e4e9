/**
 * Wires reading of filed sources: a low-cost agent behind the port, charged to the team's monthly budget; its
 * findings are proposed to the team.
 */
import { accountChange } from "../effects/account-change.ts";
import { accountFiler, accountReadingSchema } from "../agents/account-filer.ts";
import { askAgent, type Answer } from "../../agent/index.ts";
import { proposeFound, readSources, type Read } from "../index.ts";
import { ACCOUNTS_CONVERSATION as conversationId } from "../../approvals/index.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { OUTSIDE_TEXT_RULE } from "../../workspace/tools/files/index.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { askWorld } from "../../agent/wiring/ask-world.ts";
import { openFiles } from "../../workspace/open-files.ts";

/** Reads due sources. */
export async function readAccountSources(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const files = openFiles(ctx);
  const proposing = {
    files,
    approvals: () => approvalDeps(ctx),
    agent: accountFiler.name,
    rule: OUTSIDE_TEXT_RULE,
    effectOf: (document: Parameters<typeof accountChange.of>[0]) => accountChange.of(document),
  };
  const ask = async (text: string): Promise<Read> => {
    const answer = await askAgent(askWorld(ctx), {
      runId: ctx.ids.newId(),
      agent: accountFiler,
      text,
      about: "What is filed with an account",
      conversationId,
      trigger: "account-source",
      startedBy: "system:steward",
      timeZone: "UTC",
    });
    return readOf(answer);
  };
  return readSources({ files, ask, propose: (change) => proposeFound(proposing, change) }, untilMs);
}

const WAITS = new Set(["budget_spent", "agent_disabled", "upstream_failed", "not_configured"]);

/** An invalid answer counts as none; if the model could not be asked, the source stays pending. */
function readOf({ end, output }: Pick<Answer, "end" | "output">): Read {
  if (WAITS.has(end.error?.code ?? end.reason))
    return {
      kind: "wait",
      ...(end.reason !== "rate_limited" || end.resumesAt === undefined
        ? {}
        : { untilMs: Date.parse(end.resumesAt) }),
    };
  const read = accountReadingSchema.safeParse(output);
  return read.success ? { kind: "reading", reading: read.data } : { kind: "none" };
}
