/** Composition of an agent that works by itself on the team's files and puts changes of them before people. */
import { askAgent } from "../../agent/index.ts";
import type { AgentDefinition } from "../../agent/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { CurateDeps } from "../upkeep/index.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { askWorld } from "../../agent/wiring/ask-world.ts";
import { resolveCall } from "../../agent/wiring/resolve-call.ts";
import { teamFiles } from "../open.ts";

/** What it is, and where its runs and approvals stand. */
interface Work {
  readonly definition: AgentDefinition;
  readonly conversationId: string;
  readonly trigger: string;
  /** Title of its runs. */
  readonly about: string;
}

/** Its ports, for one team. */
export async function proposingAgent(
  ctx: TenantContext,
  { definition, conversationId, trigger, about }: Work,
): Promise<Omit<CurateDeps, "conversationId" | "outsideRule">> {
  const { deps: files, timeZone } = await teamFiles(ctx);
  const agent = definition.name;
  return {
    files,
    timeZone,
    agent,
    async ask({ runId, text, alongside }) {
      const { output } = await askAgent(askWorld(ctx), {
        runId,
        agent: definition,
        text,
        about,
        conversationId,
        trigger,
        startedBy: "system:steward",
        timeZone,
        alongside: (answer) => alongside(answer.output),
      });
      return output;
    },
    approvals: () => approvalDeps(ctx),
    resolveWrite: (args, at) =>
      resolveCall(ctx).resolve("write_file", args, { conversationId, agent, ...at }),
  };
}
