/**
 * Composition of agents: what every run is given, one question to an agent, their settings as the team has them, the judge of calls that approvals
 * are given, and the gate of tools.
 */
import { notifier } from "../platform/notifier.ts";
import { askAgent, type Answer, type AskWorld, type Question } from "./ask-agent.ts";
import { endHooks } from "./end-hooks.ts";
import { agentServices } from "./services.ts";
import type { TenantContext } from "../platform/context.ts";
import {
  alertOfDrafts,
  type ApprovalDeps,
  findProposal,
  listDrafts,
  withdrawForAgent,
  describe,
  type NamedDraft,
  PRIVATE_TITLE,
  propose,
} from "../approvals/index.ts";
import { approvalDeps, EFFECTS, noteProposal } from "../approvals/open.ts";
import type { AdmissionPort, RunTool } from "./ports.ts";
import {
  autonomyOf,
  getAgent,
  settingsByAgent,
  disabledAgents,
  findAgent,
  getAgentSettings,
  policyFor,
} from "./index.ts";
import { getPolicy, decidePolicy, listColleagues, type Judge } from "../approvals/policy/index.ts";
import type { Policy } from "../team/api/policy.ts";
import { DEFAULT_AGENT_SETTINGS } from "./api/agent.ts";
import { AppError } from "../kernel/errors.ts";
import type { TenantLimits } from "./api/objects.ts";
import { draftJudge, draftVerdictsSchema } from "./agents/draft-judge.ts";
import { withoutOwnMarks } from "./own-marks.ts";
import type { ResolveCall } from "../approvals/ports.ts";
import { createResolver } from "./tools/resolve-call.ts";
import { tenantHandle } from "./tools/tenant.ts";
import { eq } from "drizzle-orm";
import { auditStatement } from "../platform/audit/index.ts";
import { sampleOf } from "../approvals/earned/index.ts";
import { users } from "../platform/db/index.ts";
import { recordQuotes } from "../platform/privacy.ts";
import { grantedTools } from "./tools/agent-tools.ts";
import { tenantGate } from "./tools/tenant-gate.ts";
import { approvalServices } from "../approvals/services.ts";
import { askerOf } from "./tools/call.ts";
import { findRecorded } from "./conversations/index.ts";
import { asksForChange } from "./schedules/tools/own-words.ts";

/** `step` is the context of the step at work, if there are several. */
export function askWorld(ctx: TenantContext, step: () => TenantContext = () => ctx.fresh()): AskWorld {
  const hooks = {
    clock: ctx.clock,
    logger: ctx.log,
    alertAdmins: ({ runId, conversationId }: { runId: string; conversationId: string }) =>
      notifier(ctx).alertAdmins({ code: "turn_failed", turnId: runId, conversationId }),
  };
  return {
    db: ctx.db,
    models: { cheap: ctx.config.models.cheap, main: ctx.config.models.main, heavy: ctx.config.models.heavy },
    callModel: agentServices(ctx).callModel,
    admission: admission(ctx),
    alertOfDrafts: async (drafts) => alertOfDrafts(await approvalDeps(step()), drafts),
    endHooks: (run) => endHooks(hooks, run),
    clock: ctx.clock,
    logger: ctx.log,
  };
}

/** All methods are idempotent by ID. */
export function admission(ctx: TenantContext): AdmissionPort {
  return {
    admitModelStep: async (step) => (await ctx.objects.team()).admitModelStep(ctx.tenantId, step),
    settle: async (reservationId, costMicroUsd) =>
      (await ctx.objects.team()).settle(ctx.tenantId, reservationId, costMicroUsd),
    admitToolCall: async (toolCallId, countedAs) =>
      (await ctx.objects.team()).admitToolCall(ctx.tenantId, toolCallId, countedAs),
  };
}

type Given = "runId" | "startedBy" | "timeZone";

/** Asks an agent one question for a team: in Steward’s name and in UTC, unless the question says otherwise. */
export function askOnce(
  ctx: TenantContext,
  question: Omit<Question, Given> & Partial<Pick<Question, Given>>,
): Promise<Answer> {
  return askAgent(askWorld(ctx), {
    runId: ctx.ids.newId(),
    startedBy: "system:steward",
    timeZone: "UTC",
    ...question,
  });
}

/** An agent's effective settings. */
export interface AgentStanding {
  readonly title: string;
  readonly enabled: boolean;
  readonly mode: Policy["autonomy"];
  /** Whether the team set the mode for this agent explicitly. */
  readonly isOwnMode: boolean;
  readonly tokenBudget: number;
}

/** Default maximum tokens of context. */
const TOKEN_BUDGET = 8_000;

export async function standingOf(ctx: TenantContext, name: string): Promise<AgentStanding> {
  const db = ctx.db;
  // Loads the settings of all agents, so that callers asking for several share one query.
  const [set, { policy }] = await Promise.all([settingsByAgent(db), getPolicy(db)]);
  const settings = set[name] ?? DEFAULT_AGENT_SETTINGS;
  const definition = getAgent(name);
  return {
    title: definition.title,
    enabled: settings.enabled,
    mode: autonomyOf(policy, settings, definition),
    isOwnMode: settings.autonomy !== null,
    tokenBudget: settings.tokenBudget ?? TOKEN_BUDGET,
  };
}

function limitsOf(policy: Policy, timeZone: string, disabled: readonly string[]): TenantLimits {
  return {
    disabledAgents: disabled,
    toolCallsPerHour: policy.toolCallsPerHour,
    monthlyBudgetMicroUsd: Math.floor(policy.monthlyBudgetUsd * 1_000_000),
    timeZone,
  };
}

/** Throws `not_found` for an unknown tenant. */
export async function readTenantLimits(ctx: TenantContext): Promise<TenantLimits> {
  const db = ctx.db;
  const [tenant, { policy }, disabled] = await Promise.all([
    ctx.deployment.system.findTenant(ctx.tenantId),
    getPolicy(db),
    disabledAgents(db),
  ]);
  if (tenant === null) throw new AppError("not_found", "That team doesn’t exist.");
  return limitsOf(policy, tenant.timeZone, disabled);
}

const NO_COLLEAGUES: ReadonlySet<string> = new Set();

/** Reads everything again for each call, so that changes apply at once. */
export function judge(ctx: TenantContext): Judge {
  const db = ctx.db;
  return async (call) => {
    const reaches = call.facts !== null && call.facts.recipients.length > 0;
    const [{ policy }, settings, timeZone, colleagues] = await Promise.all([
      getPolicy(db),
      getAgentSettings(db, call.agent),
      ctx.timeZone(),
      reaches ? listColleagues(db) : NO_COLLEAGUES,
    ]);
    const nowMs = ctx.clock.now();
    return decidePolicy(call, {
      policy: policyFor(policy, settings, { agent: findAgent(call.agent), nowMs, timeZone }),
      colleagues,
      nowMs,
      timeZone,
    });
  };
}

/** A draft waits for its verdict: longer than this and a person reads it without one. */
const PATIENCE_MS = 15_000;
const UNNAMED = "It may go against it.";

export function judgeDraft(ctx: TenantContext): ApprovalDeps["judgeDraft"] {
  return async ({ conversationId, rules, draft }) => {
    try {
      const { output } = await askOnce(ctx, {
        agent: draftJudge,
        text: `<rules>\n${rules.map((rule, at) => `${at + 1}. ${withoutOwnMarks(rule)}`).join("\n")}\n</rules>\n\n<draft>\n${withoutOwnMarks(draft).replaceAll("</draft>", "")}\n</draft>`,
        about: "House rules check",
        conversationId,
        trigger: "house_rules",
        isBrief: true,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const said = draftVerdictsSchema.safeParse(output);
      if (!said.success) return null;
      const verdicts = new Map(said.data.rules.map((verdict) => [verdict.number, verdict]));
      // A rule without a verdict may be broken.
      return rules.map((_, at) => {
        const verdict = verdicts.get(at + 1);
        if (verdict?.against === false) return null;
        return verdict === undefined || verdict.why.trim() === "" ? UNNAMED : verdict.why;
      });
    } catch (error) {
      ctx.log.warn("house_rules.not_judged", { tenantId: ctx.tenantId, conversationId, error });
      return null;
    }
  };
}

export function resolveCall(ctx: TenantContext): ResolveCall {
  const tenant = tenantHandle(ctx);
  return createResolver(ctx.tenantId, (toolset, acting) => toolset.open(tenant, acting));
}

/**
 * The gate of one tenant. Services are opened once per run; each call is judged and proposed in the context
 * of its step.
 */
export function runTool(ctx: TenantContext, stepOf: () => TenantContext = () => ctx): RunTool {
  const db = ctx.db;
  const gate = tenantGate({
    tenant: tenantHandle(ctx, {
      drafts: {
        list: (query) => listDrafts({ db, effects: EFFECTS }, query),
        withdraw: async (asked) => {
          const onPersonsWord = knowingWhose(db, asked.speaker, asked.onPersonsWord);
          return withdrawForAgent(await approvalDeps(ctx), { ...asked, onPersonsWord });
        },
      },
    }),
    grants: grantedTools,
    effects: EFFECTS,
    lack: (effects) => approvalServices(ctx).lack(effects),
    judge: (call) => judge(stepOf())(call),
    admitToolCall: (id, countedAs) => admission(ctx).admitToolCall(id, countedAs),
    findProposal: async ({ id }, { conversationId }) =>
      findProposal(await approvalDeps(stepOf()), conversationId, id),
    propose: (asked) => proposing(stepOf())(asked),
    sample: (rule, call) => sampleOf(db, rule, { ...call, nowMs: ctx.clock.now() }),
    audit: async (entry) => void (await db.batch([auditStatement(db, entry, ctx.clock.now())])),
    alertAdmins: (code) => notifier(ctx).alertAdmins({ code }),
    clock: ctx.clock,
    logger: ctx.log,
  });
  return async (call, scope) => {
    const answer = await gate(call, scope);
    // Recorded before the answer is stored or shown.
    if (answer.quotes !== undefined) await recordQuotes(db, scope.conversationId, answer.quotes);
    return answer;
  };
}

/** Proposes a resolved call. Idempotent, because the approval's ID derives from the call. */
function proposing(ctx: TenantContext): Parameters<typeof tenantGate>[0]["propose"] {
  return async ({ call, scope, resolution, draft, ...judged }) => {
    const deps = await approvalDeps(ctx);
    const isPrivate = (await deps.reader(scope.conversationId)) !== null;
    // The whole team sees this title, and other runs read it.
    const conversationTitle = isPrivate ? PRIVATE_TITLE : scope.conversationTitle;
    const approval = await propose(deps, {
      ...judged,
      scope: { ...scope, conversationTitle, turnId: scope.turnId ?? scope.runId },
      toolCallId: call.id,
      tool: call.name,
      arguments: resolution.arguments ?? call.input,
      resolution,
      replaces:
        draft.replaces === null
          ? undefined
          : {
              approvalId: draft.replaces,
              onPersonsWord: knowingWhose(ctx.db, scope.speaker, async ({ title, by }, whose) =>
                asksForChange(askerOf(scope), "replace", title, whose, by),
              ),
            },
      note: draft.note,
      alertsLater: true,
      lints: await approvalServices(ctx).groupLints(
        describe(EFFECTS, resolution, scope.conversationId).threadKey,
      ),
    });
    await noteProposal(ctx, resolution.effects, approval.id);
    return approval;
  };
}

/**
 * The same question, asked with what is known of a draft of another conversation: whether the speaker began it, or the
 * name of who did, by which people call a draft: “Priya’s text”.
 */
function knowingWhose(
  db: TenantContext["db"],
  speaker: { readonly id?: string | undefined } | null,
  isAsked: NamedDraft["onPersonsWord"],
): NamedDraft["onPersonsWord"] {
  return async (draft, whose) => {
    if (whose === "own") return isAsked(draft, whose);
    const startedBy = (await findRecorded(db, draft.conversationId))?.startedBy ?? null;
    const [by] =
      startedBy === null ? [] : await db.pick({ name: users.name }, users, eq(users.id, startedBy));
    return by !== undefined && startedBy === speaker?.id
      ? isAsked(draft, "mine")
      : isAsked({ ...draft, by: by?.name }, "theirs");
  };
}
