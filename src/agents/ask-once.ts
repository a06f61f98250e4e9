/** One question to an agent outside any conversation, admitted and settled like any model call. */
import type { Clock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/log.ts";
import { costMicroUsd, worstCaseMicroUsd } from "../usage/index.ts";
import { systemBlocks } from "./context.ts";
import type { AdmissionPort, CallModel, ModelReply, ModelRequest, ModelUsage } from "./ports.ts";
import { modelOf, type AgentDefinition, type ModelNames } from "./registry.ts";
import { CallSpending } from "./spending.ts";
import { measureRequest } from "./tokens.ts";

/** What asking takes. */
export interface AskDeps {
  readonly models: ModelNames;
  readonly callModel: CallModel;
  readonly admission: Pick<AdmissionPort, "admitModelStep" | "settle">;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The answer's text and what it took. */
export interface Answer {
  readonly text: string;
  readonly model: string;
  readonly usage: ModelUsage;
  readonly costMicroUsd: number;
}

/**
 * Asks. `runId` names what the money is for. Throws `budget_spent` or `rate_limited` where admission refuses, `upstream_failed` where the answer
 * broke off, and what the model throws.
 */
export async function askOnce(
  deps: AskDeps,
  { agent, runId, text }: { readonly agent: AgentDefinition; readonly runId: string; readonly text: string },
): Promise<Answer> {
  const model = modelOf(agent, deps.models);
  const request: ModelRequest = {
    model,
    maxTokens: agent.maxTokens,
    system: systemBlocks(agent, ""),
    tools: [],
    messages: [{ role: "user", content: [{ type: "text", text }] }],
    thinking: agent.thinking,
  };
  const { tokens, bound } = measureRequest(request);
  const worst = worstCaseMicroUsd(model, tokens, request.maxTokens);
  const spending = new CallSpending({
    admission: deps.admission,
    logger: deps.logger,
    reservationId: `once.${runId}.${deps.clock.now()}`,
    runId,
    reserveMicroUsd: worstCaseMicroUsd(model, bound, request.maxTokens),
    limitMicroUsd: Number.MAX_SAFE_INTEGER,
  });
  if (!(await spending.admit())) {
    const code = spending.refusal === "rate_limited" ? "rate_limited" : "budget_spent";
    throw new AppError(code, "The model was not asked: the team's budget or rate is used up.");
  }
  let reply: ModelReply;
  try {
    reply = await deps.callModel(request, {
      signal: new AbortController().signal,
      onEvent: () => {},
      admitRetry: () => spending.again(worst),
    });
  } catch (error) {
    spending.end(worst);
    throw error;
  }
  const cost = spending.end(costMicroUsd(model, reply.usage).microUsd);
  if (reply.stopReason !== "end_turn") throw new AppError("upstream_failed", "The model's answer broke off.");
  const said = reply.content.flatMap((block) =>
    block["type"] === "text" && typeof block["text"] === "string" ? [block["text"]] : [],
  );
  return { text: said.join("\n"), model, usage: reply.usage, costMicroUsd: cost };
}
