/** Wires e-mail summaries: a low-cost agent behind the port, charged to the team's monthly budget. */
import { askAgent, type Answer } from "../../agent/index.ts";
import { mailSummarizer, mailSummarySchema } from "../agents/mail-summarizer.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { summarizeInbox } from "../inbox/index.ts";
import { summarizeMails, type Summarize, type Summarized } from "../../knowledge/sources/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { askWorld } from "../../agent/wiring/ask-world.ts";
import { knowledgeDeps } from "../../knowledge/sources/open.ts";

/** Summarizes due items of knowledge sources. */
export function summarizeKnowledge(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const summarize = summarizer(ctx, "system.knowledge");
  return summarizeMails({ ...knowledgeDeps(ctx), summarize }, untilMs);
}

/** Summarizes due e-mails of watched mailboxes. */
export function summarizeWatched(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const { db, clock, written } = knowledgeDeps(ctx);
  const summarize = summarizer(ctx, "system.mail");
  return summarizeInbox({ db, clock, written, summarize }, untilMs);
}

function summarizer(ctx: TenantContext, conversationId: string): Summarize {
  return async (text) => {
    const answer = await askAgent(askWorld(ctx), {
      runId: ctx.ids.newId(),
      agent: mailSummarizer,
      text,
      about: "E-mail summary",
      conversationId,
      trigger: "mail-summary",
      startedBy: "system:steward",
      timeZone: "UTC",
    });
    return summarizedBy(answer);
  };
}

const WAITS: Readonly<Record<string, string>> = {
  budget_spent: "This month’s budget has no room for summaries. They resume once it does.",
  agent_disabled: "E-mail summaries are turned off in Settings → Agents.",
  upstream_failed: "The model can’t be reached. Steward will try again.",
  not_configured: "The model refused this deployment’s key.",
};

/** An invalid answer counts as no summary; if the model could not be asked, the summary stays pending. */
function summarizedBy({ end, output }: Pick<Answer, "end" | "output">): Summarized {
  const problem = WAITS[end.error?.code ?? end.reason];
  if (problem !== undefined) {
    const untilMs = end.resumesAt === undefined ? {} : { untilMs: Date.parse(end.resumesAt) };
    return { kind: "wait", problem, ...untilMs };
  }
  const text = output === undefined ? "" : mailSummarySchema.parse(output).summary.trim();
  return text === "" ? { kind: "none" } : { kind: "summary", text };
}
