/** Asks the summarizer for the summary of a transcript, admitted and settled like any model call. */
import type { Ledger } from "../conversations/index.ts";
import { AppError } from "../kernel/errors.ts";
import { costMicroUsd, worstCaseMicroUsd } from "../usage/index.ts";
import { systemBlocks } from "./context.ts";
import type { ModelReply, ModelRequest } from "./ports.ts";
import { modelOf, type AgentDefinition } from "./registry.ts";
import type { AgentWorld } from "./runner.ts";
import { CallSpending } from "./spending.ts";
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
  const spending = new CallSpending({
    admission: world.admission,
    logger: world.logger,
    reservationId,
    runId: reservationId,
    reserveMicroUsd: worstCaseMicroUsd(model, measureRequest(request).bound, request.maxTokens),
    limitMicroUsd: Number.MAX_SAFE_INTEGER,
  });
  if (!(await spending.admit())) throw new AppError(refusalCode(spending), "The summary was not admitted");
  const charge = (microUsd: number): void => {
    const cost = spending.end(microUsd);
    if (cost > 0) ledger.note({ costMicroUsd: ledger.store.get().costMicroUsd + cost });
  };
  const lost = worstCaseMicroUsd(model, measureRequest(request).tokens, request.maxTokens);
  let charged = false;
  let reply: ModelReply;
  try {
    reply = await world.callModel(request, {
      signal: new AbortController().signal,
      onEvent: (event) => {
        if (event.type === "retrying") charged = event.reason === "cut" || charged;
        else charged = true;
      },
      // Nobody counts its stream: a try that was cut is taken to have written all it might.
      admitRetry: async () => {
        const retry = !charged || (await spending.again(lost));
        charged = false;
        return retry;
      },
    });
  } catch (error) {
    charge(charged ? lost : 0);
    throw error;
  }
  charge(costMicroUsd(model, reply.usage).microUsd);
  if (reply.stopReason !== "end_turn") throw new AppError("upstream_failed", "The summary broke off");
  return reply.content
    .flatMap((block) =>
      block["type"] === "text" && typeof block["text"] === "string" ? [block["text"]] : [],
    )
    .join("\n");
}

function refusalCode({ refusal }: CallSpending): "budget_spent" | "rate_limited" {
  return refusal === "rate_limited" ? "rate_limited" : "budget_spent";
}
