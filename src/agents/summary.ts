/** Asks the summarizer for the summary of a transcript, admitted and settled like any model call. */
import type { Ledger } from "../conversations/index.ts";
import { AppError } from "../kernel/errors.ts";
import { costMicroUsd, worstCaseMicroUsd } from "../usage/index.ts";
import { systemBlocks } from "./context.ts";
import type { ModelRequest } from "./ports.ts";
import { modelOf, type AgentDefinition } from "./registry.ts";
import type { AgentWorld } from "./runner.ts";
import { measureRequest } from "./tokens.ts";

/** The summary's text. Throws where admission refuses or the model fails; its cost is charged to the conversation. */
export async function askForSummary(
  { agent, world, ledger }: { agent: AgentDefinition; world: AgentWorld; ledger: Ledger },
  transcript: string,
): Promise<string> {
  const model = modelOf(agent, world.models);
  const request: ModelRequest = {
    model,
    maxTokens: agent.maxTokens,
    system: systemBlocks(agent, ""),
    tools: [],
    messages: [
      {
        role: "user",
        content: [{ type: "text", text: `<transcript>\n${transcript}\n</transcript>\n\nWrite the summary.` }],
      },
    ],
    thinking: agent.thinking,
  };
  const { conversationId } = ledger.store.get().identity;
  const reservationId = `summary.${conversationId}.${world.clock.now()}`;
  const reserveMicroUsd = worstCaseMicroUsd(model, measureRequest(request).bound, request.maxTokens);
  const admitted = await world.admission.admitModelStep({
    reservationId,
    runId: reservationId,
    reserveMicroUsd,
  });
  if (!admitted.ok) throw new AppError(admitted.reason, "The summary was not admitted");
  const reply = await world.callModel(request, { signal: new AbortController().signal, onEvent: () => {} });
  const cost = costMicroUsd(model, reply.usage).microUsd;
  ledger.note({ costMicroUsd: ledger.store.get().costMicroUsd + cost });
  await world.admission.settle(reservationId, cost);
  if (reply.stopReason !== "end_turn") throw new AppError("upstream_failed", "The summary broke off");
  return reply.content
    .flatMap((block) =>
      block["type"] === "text" && typeof block["text"] === "string" ? [block["text"]] : [],
    )
    .join("\n");
}
