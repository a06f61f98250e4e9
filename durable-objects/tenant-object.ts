/**
 * One tenant's object: exact counters (spending, calls), session state, and the live feed. Counters are decided by the pure core of
 * `src/agent/usage` in one synchronous transaction, without awaiting between check and update. The class name is persisted: never rename
 * it.
 */
import { notifier } from "../src/platform/notifier.ts";
import { Lifecycle, type LifecycleJobContext, type LifecycleJobOutcome } from "agents/lifecycle";
import * as z from "zod";
import { readTenantLimits } from "../src/agent/open.ts";
import { bearerPrefix, isSessionAlive } from "../src/platform/auth/index.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { AppError } from "../src/kernel/errors.ts";
import { conversationObjectName, tenantObjectName } from "../src/kernel/tenant-names.ts";
import { standingContext, type TenantContext } from "../src/platform/context.ts";
import { systemLogger } from "../src/platform/logger.ts";
import type {
  AdmitModelStep,
  Admission,
  CountedAs,
  StepAdmission,
  TenantCounters,
  TenantLimits,
  TenantRpc,
} from "../src/agent/api/objects.ts";
import type { FeedEvent } from "../src/platform/api/socket.ts";
import { migrateTenantObject, SpendMeter, TENANT_TABLES, usdOf } from "../src/agent/usage/index.ts";
import { StoredObject } from "./stored-object.ts";
import { TenantFeed } from "./tenant-feed.ts";
import { TenantSessions } from "./tenant-sessions.ts";
import { isTimeZone } from "../src/kernel/calendar.ts";

/** Limits are reread after this time, so that a lost `configure` heals. */
const LIMITS_FRESH_MS = 5 * 60_000;
const RETRY_MS = 15_000;
const JOB_TRIES = 20;

/** Work that must outlive the call that caused it. Payloads must stay readable for the previous release. */
const jobSchema = z.discriminatedUnion("fn", [
  z.object({
    fn: z.literal("alert"),
    payload: z.object({ tenantId: z.string(), code: z.string(), month: z.string(), tries: z.number() }),
  }),
  z.object({
    fn: z.literal("close-sockets"),
    payload: z.object({ tenantId: z.string(), sessionId: z.string(), tries: z.number() }),
  }),
]);
type Job = z.infer<typeof jobSchema>;

export class TenantObject extends StoredObject implements TenantRpc {
  protected readonly tables = TENANT_TABLES;
  readonly #meter = new SpendMeter(this.sql);
  readonly #sessions = new TenantSessions(this.sql);
  readonly #feed = new TenantFeed({
    clock: systemClock,
    owns: (tenantId) => this.#owns(tenantId),
    sessionAlive: (tenantId, sessionId) => this.#isAlive(tenantId, sessionId),
  });
  readonly lifecycle = Lifecycle.install(this).use(this.#feed.door).use(this.#feed.sockets);
  #tenantId: string | null = null;
  #limits: { readonly value: TenantLimits; readonly readAtMs: number } | null = null;
  #reading: Promise<TenantLimits> | null = null;

  onStart(): void {
    migrateTenantObject(this.sql);
  }

  onRequest(): Response {
    return new Response(null, { status: 404 });
  }

  async admitModelStep(tenantId: string, step: AdmitModelStep): Promise<StepAdmission> {
    await this.#enter(tenantId);
    return this.#admitStep(tenantId, step);
  }

  async admitSpeaker(
    tenantId: string,
    sessionId: string,
    step: AdmitModelStep,
  ): Promise<{ readonly alive: boolean; readonly admitted: boolean }> {
    await this.#enter(tenantId);
    const alive = await this.#isAlive(tenantId, sessionId);
    return { alive, admitted: alive && (await this.#admitStep(tenantId, step)).ok };
  }

  #context(tenantId: string): TenantContext {
    return standingContext(this.env, { keepAlive: (work) => this.ctx.waitUntil(work) }).tenant(tenantId);
  }

  async #admitStep(tenantId: string, step: AdmitModelStep): Promise<StepAdmission> {
    requireMicroUsd(step.reserveMicroUsd);
    const limits = await this.#currentLimits(tenantId);
    const { answer, exhausted } = this.#meter.admitStep(step, limits, systemClock.now());
    await this.#raiseAlerts(tenantId, limits, exhausted);
    return answer;
  }

  async settle(tenantId: string, reservationId: string, costMicroUsd: number): Promise<void> {
    await this.#enter(tenantId);
    requireMicroUsd(costMicroUsd);
    const limits = await this.#currentLimits(tenantId);
    const nowMs = systemClock.now();
    this.#meter.settle(reservationId, costMicroUsd, nowMs);
    await this.#raiseAlerts(tenantId, limits, false);
    if (this.#feed.hasListeners()) {
      const { spentMicroUsd, budgetMicroUsd } = this.#meter.counters(limits, nowMs);
      const [spentUsd, budgetUsd] = [usdOf(spentMicroUsd), usdOf(budgetMicroUsd)];
      this.#feed.publish({ type: "usage.updated", spentUsd, budgetUsd });
    }
  }

  async admitToolCall(
    tenantId: string,
    toolCallId: string,
    countedAs: CountedAs = "call",
  ): Promise<Admission> {
    await this.#enter(tenantId);
    const limits = await this.#currentLimits(tenantId);
    return this.#meter.admitCall({ id: toolCallId, countedAs }, limits, systemClock.now());
  }

  async counters(tenantId: string): Promise<TenantCounters> {
    await this.#enter(tenantId);
    return this.#meter.counters(await this.#currentLimits(tenantId), systemClock.now());
  }

  async configure(tenantId: string, limits: TenantLimits): Promise<void> {
    await this.#enter(tenantId);
    const perHour = (this.#limits ?? this.#meter.limits())?.value.toolCallsPerHour;
    const isBudgetRaised = this.#keepLimits(limits);
    if (perHour !== undefined && limits.toolCallsPerHour > perHour) await this.#settleCallAlerts(tenantId);
    if (!isBudgetRaised) return;
    const { spentMicroUsd, budgetMicroUsd } = await this.counters(tenantId);
    if (spentMicroUsd < budgetMicroUsd) await this.#settleBudgetAlert(tenantId);
  }

  async publish(tenantId: string, event: FeedEvent, reader: string | null = null): Promise<void> {
    await this.#enter(tenantId);
    this.#feed.publish(event, reader);
  }

  async sessionAlive(tenantId: string, sessionId: string): Promise<boolean> {
    await this.#enter(tenantId);
    return this.#isAlive(tenantId, sessionId);
  }

  async noteSocket(tenantId: string, sessionId: string, conversationId: string): Promise<void> {
    await this.#enter(tenantId);
    this.#sessions.noteSocket(sessionId, conversationId, systemClock.now());
    if (this.#sessions.isEnded(sessionId))
      await this.#scheduleClosing(tenantId, sessionId, 0, systemClock.now());
  }

  async endSession(tenantId: string, sessionId: string): Promise<void> {
    await this.#enter(tenantId);
    const nowMs = systemClock.now();
    this.#sessions.end(sessionId, nowMs);
    this.#feed.endSession(sessionId);
    await this.#scheduleClosing(tenantId, sessionId, 1, nowMs + RETRY_MS);
    if (await this.#closeConversations(tenantId, sessionId)) {
      await this.lifecycle.jobs.cancel(closingJobId(sessionId));
    }
  }

  async endMember(tenantId: string, userId: string, sessionIds: readonly string[]): Promise<void> {
    await this.#enter(tenantId);
    const scripts = this.#sessions.withPrefix(bearerPrefix(userId));
    const ended = new Set([...sessionIds, ...scripts, ...this.#feed.endMember(userId)]);
    for (const sessionId of ended) await this.endSession(tenantId, sessionId);
  }

  async forgetLimits(tenantId: string): Promise<void> {
    await this.#enter(tenantId);
    this.#meter.forgetLimits();
    this.#limits = null;
  }

  /** Runs the object's jobs; called by its lifecycle on an alarm. */
  async onJob({ job }: LifecycleJobContext): Promise<LifecycleJobOutcome | void> {
    const parsed = jobSchema.safeParse(job);
    if (!parsed.success) return;
    if (await this.#runJob(parsed.data)) return;
    const { fn, payload } = parsed.data;
    if (payload.tries >= JOB_TRIES) {
      systemLogger.error("tenant.job_given_up", { tenantId: payload.tenantId, state: fn });
      return;
    }
    const time = systemClock.now() + RETRY_MS;
    await this.lifecycle.jobs.push({
      id: job.id,
      fn,
      time,
      payload: { ...payload, tries: payload.tries + 1 },
    });
  }

  async #runJob(job: Job): Promise<boolean> {
    const { tenantId } = job.payload;
    if (job.fn === "close-sockets") return this.#closeConversations(tenantId, job.payload.sessionId);
    try {
      await notifier(this.#context(tenantId)).raiseAlert({
        code: job.payload.code,
        once: job.payload.month,
      });
      return true;
    } catch (error) {
      systemLogger.warn("tenant.alert_failed", { tenantId, code: job.payload.code, error });
      return false;
    }
  }

  /** Whether the tenant is this object's, whose name is derived from the tenant's ID. */
  async #owns(tenantId: string): Promise<boolean> {
    if (this.#tenantId === tenantId) return true;
    if ((await tenantObjectName(tenantId)) !== this.lifecycle.name) return false;
    this.#tenantId = tenantId;
    return true;
  }

  async #enter(tenantId: string): Promise<void> {
    await this.lifecycle.start();
    if (!(await this.#owns(tenantId)))
      throw new AppError("forbidden", "This object belongs to another team.");
  }

  /** The last known limits. Read from the records on first use; later, stale ones are refreshed in the background. */
  async #currentLimits(tenantId: string): Promise<TenantLimits> {
    this.#limits ??= this.#meter.limits();
    if (this.#limits === null) return this.#readLimits(tenantId);
    if (systemClock.now() - this.#limits.readAtMs > LIMITS_FRESH_MS && this.#reading === null) {
      this.ctx.waitUntil(
        this.#readLimits(tenantId).catch((error: unknown) => {
          systemLogger.warn("tenant.limits_not_read", { tenantId, error });
        }),
      );
    }
    return this.#limits.value;
  }

  #readLimits(tenantId: string): Promise<TenantLimits> {
    this.#reading ??= (async () => {
      const before = this.#limits;
      try {
        const limits = await readTenantLimits(this.#context(tenantId));
        if (this.#limits === before) this.#keepLimits(limits);
        return this.#limits?.value ?? limits;
      } finally {
        this.#reading = null;
      }
    })();
    return this.#reading;
  }

  /** Returns whether the budget was raised, so that reaching the new one is announced again. */
  #keepLimits(limits: TenantLimits): boolean {
    requireMicroUsd(limits.monthlyBudgetMicroUsd);
    requireMicroUsd(limits.toolCallsPerHour);
    const before = this.#limits ?? this.#meter.limits();
    const value = {
      ...limits,
      timeZone: isTimeZone(limits.timeZone) ? limits.timeZone : "UTC",
      // A policy change doesn't include disabled agents.
      disabledAgents: limits.disabledAgents ?? before?.value.disabledAgents ?? [],
    };
    const readAtMs = systemClock.now();
    const raised = before !== null && value.monthlyBudgetMicroUsd > before.value.monthlyBudgetMicroUsd;
    if (raised) this.#meter.forgetAlerts(value, readAtMs);
    this.#meter.keepLimits(value, readAtMs);
    this.#limits = { value, readAtMs };
    return raised;
  }

  /** Resolves alerts about a budget that is no longer spent. */
  #settleBudgetAlert(tenantId: string): Promise<void> {
    return this.#settleAlert(tenantId, "budget_spent", "The budget was raised");
  }

  /** Resolves alerts about hourly call limits that were raised. */
  async #settleCallAlerts(tenantId: string): Promise<void> {
    for (const code of ["tool_calls_warning", "tool_calls_spent"])
      await this.#settleAlert(tenantId, code, "The limit was raised");
  }

  async #settleAlert(tenantId: string, code: string, resolution: string): Promise<void> {
    try {
      await notifier(this.#context(tenantId)).settleAlert(code, { resolution });
    } catch (error) {
      systemLogger.warn("tenant.alert_not_settled", { tenantId, code, error });
    }
  }

  /** Queues due alerts as jobs before the first await, so that marking and queueing commit together. */
  async #raiseAlerts(tenantId: string, limits: TenantLimits, exhausted: boolean): Promise<void> {
    const nowMs = systemClock.now();
    const { month, alerts } = this.#meter.takeAlerts(limits, nowMs, exhausted);
    const once = `${month}:${limits.monthlyBudgetMicroUsd}`;
    const pushed = alerts.map((code) => {
      const payload = { tenantId, code, month: once, tries: 1 };
      return this.lifecycle.jobs.push({ id: `alert-${code}-${once}`, fn: "alert", time: nowMs, payload });
    });
    await Promise.all(pushed);
  }

  async #isAlive(tenantId: string, sessionId: string): Promise<boolean> {
    const known = this.#sessions.known(sessionId, systemClock.now());
    if (known !== undefined) return known;
    const alive = await isSessionAlive(this.#context(tenantId).db, sessionId, systemClock);
    return this.#sessions.found(sessionId, alive, systemClock.now());
  }

  async #scheduleClosing(tenantId: string, sessionId: string, tries: number, time: number): Promise<void> {
    const payload = { tenantId, sessionId, tries };
    await this.lifecycle.jobs.push({ id: closingJobId(sessionId), fn: "close-sockets", time, payload });
  }

  /** Closes the sockets of an ended session in all conversations; true when none is left. */
  async #closeConversations(tenantId: string, sessionId: string): Promise<boolean> {
    const closing = this.#sessions.watched(sessionId).map(async (conversationId) => {
      const name = await conversationObjectName(tenantId, conversationId);
      await this.env.CONVERSATIONS.getByName(name).endSession(sessionId);
      this.#sessions.forgetSocket(sessionId, conversationId);
    });
    const results = await Promise.allSettled(closing);
    return results.every((result) => result.status === "fulfilled");
  }
}

function closingJobId(sessionId: string): string {
  return `close-${sessionId}`;
}

/** Amounts must be integers: anything else would corrupt all later sums. */
function requireMicroUsd(value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new AppError("invalid_request", "An amount must be a non-negative integer.");
  }
}
