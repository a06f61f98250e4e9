/**
 * Approvals on records with a scripted world: a provider that remembers what it was made to do, a clock the test owns, and processes that can be
 * killed at any write or outside call. A killed process does nothing more; a new one goes on from the tables.
 */
import { eq } from "drizzle-orm";
import type {
  ApprovalDeps,
  EffectBytes,
  LookedUp,
  Performed,
  Resolution,
  SentMessage,
} from "../../../src/approvals/ports.ts";
import { reconcile, type NamedDraft } from "../../../src/approvals/index.ts";
import { effectKinds } from "../../../src/approvals/effects/kinds.ts";
import type { WorkResult } from "../../../src/platform/work/index.ts";
import { approvals, effects } from "../../../src/approvals/tables/approvals.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import { IntegrationError } from "../../../src/kernel/errors.ts";
import { canonicalJson, type Json } from "../../../src/kernel/hash.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import { decidePolicy, listColleagues } from "../../../src/approvals/policy/index.ts";
import { DEFAULT_POLICY, type Policy } from "../../../src/team/api/policy.ts";
import type { OutcomeDelivery } from "../../../src/agent/api/objects.ts";

export const TENANT = "tenant_alder";
export const NUMBER = "+14125550142";

let d1: D1Database;

/** Opens the records all worlds made from here on stand in. */
export function openRecords(records: D1Database): void {
  d1 = records;
}

/** The process is gone. */
class Killed extends Error {}

/** One run of our code that may be killed at its n-th write or outside call, before or after it took effect. */
export class Process {
  steps = 0;
  dead = false;
  readonly killAt: { readonly step: number; readonly when: "before" | "after" } | null;
  constructor(killAt: Process["killAt"] = null) {
    this.killAt = killAt;
  }

  async step<Result>(work: () => Promise<Result>): Promise<Result> {
    this.alive();
    this.steps++;
    const here = this.killAt?.step === this.steps ? this.killAt.when : null;
    if (here === "before") this.kill();
    const result = await work();
    if (here === "after") this.kill();
    this.alive();
    return result;
  }

  alive(): void {
    if (this.dead) throw new Killed("a dead process does nothing");
  }

  kill(): never {
    this.dead = true;
    throw new Killed("killed");
  }
}

/** What the provider was made to do. Survives every process. */
export class Provider {
  readonly recovery: "key" | "look_up" | "none";
  readonly sent: { id: string; kind: string; body: string; key: string; at: number }[] = [];
  calls = 0;
  /** Answers of the next calls, in order: lost after the effect, refused, too busy, or out of order before it; then all go well. */
  faults: ("lost" | "refused" | "busy" | "broken")[] = [];
  /** Held calls: they have taken effect, or are too busy, and wait for `release`. */
  hold: Promise<void> | null = null;
  preconditionHolds = true;
  /** When one that is too busy wants to be asked again; undefined where it does not say. */
  retryAfterMs: number | undefined;
  /** How far apart effects are to be; null where nothing limits them. */
  everyMs: number | null = null;

  private readonly prefix: string;

  constructor(recovery: Provider["recovery"], prefix: string) {
    this.recovery = recovery;
    this.prefix = prefix;
  }

  async perform(effect: EffectBytes, key: string, nowMs: number): Promise<Performed> {
    this.calls++;
    const fault = this.faults.shift();
    if (fault === "refused")
      throw new IntegrationError("sim", "refused", { outcome: "not_applied", status: 400 });
    if (fault === "broken") throw new IntegrationError("sim", "sim answered 500", { status: 500 });
    if (fault === "busy") {
      await this.hold;
      throw new IntegrationError("sim", "busy", {
        outcome: "not_applied",
        status: 429,
        ...(this.retryAfterMs === undefined ? {} : { retryAfterMs: this.retryAfterMs }),
      });
    }
    const same = this.recovery === "key" ? this.sent.find((item) => item.key === key) : undefined;
    const item = same ?? {
      id: `${this.prefix}${this.sent.length + 1}`,
      kind: effect.kind,
      body: canonicalJson(effect.document),
      key,
      at: nowMs,
    };
    if (same === undefined) this.sent.push(item);
    if (fault === "lost") throw new IntegrationError("sim", "no answer");
    await this.hold;
    return { providerId: item.id, summary: "sent", link: null };
  }

  lookUp(effect: EffectBytes, claimedAt: string, nowMs: number, taken: readonly string[]): LookedUp {
    const item = this.sent.find(
      (candidate) =>
        candidate.kind === effect.kind &&
        candidate.body === canonicalJson(effect.document) &&
        candidate.at >= Date.parse(claimedAt) &&
        !taken.includes(candidate.id),
    );
    if (item !== undefined)
      return { kind: "found", performed: { providerId: item.id, summary: "sent", link: null } };
    return nowMs - Date.parse(claimedAt) < 120_000 ? { kind: "unknown" } : { kind: "absent" };
  }
}

/** A whole scripted world of one tenant; one to an emptied database, for its reconciler drives all that is due there. */
export class World {
  readonly provider: Provider;
  policy: Policy = { ...DEFAULT_POLICY, holdSeconds: 0 };
  /** What the team wrote to people itself. */
  sent: SentMessage[] = [];
  /** What people wrote last, by thread. */
  lastWords = new Map<string, { at: string; text: string }>();
  /** Noon in New York: words of the tests name hours that would else be over at some hour of a real day. */
  nowMs = Date.parse("2026-11-24T17:00:00Z");
  readonly outcomes: OutcomeDelivery[] = [];
  readonly rings: string[] = [];
  readonly started = new Set<string>();
  readonly nudged: string[] = [];
  /** Approvals whose conversation was called to show a change. */
  readonly shownInConversation: string[] = [];
  /** Why drafts go against sentences of the team, as the cheap model says; null where it can't say. */
  verdicts: Readonly<Record<string, string>> | null = {};
  /** Drafts it was asked about. */
  readonly judged: string[] = [];
  /** Tallies that a decision was counted for. */
  readonly counted: string[] = [];
  startFails = false;
  deliveryFails = 0;

  /** `prefix` of the provider's ids: a world that shares its database with another needs its own. */
  constructor(recovery: Provider["recovery"] = "look_up", prefix = "m") {
    this.provider = new Provider(recovery, prefix);
  }

  deps(process = new Process()): ApprovalDeps {
    const clock = { now: () => this.nowMs };
    return {
      db: dbFor(killable(d1, process), TENANT),
      clock,
      ids: { newId: () => crypto.randomUUID() },
      logger: silentLogger,
      policy: () => Promise.resolve(this.policy),
      judge: async (call) =>
        decidePolicy(call, {
          policy: this.policy,
          colleagues: await listColleagues(dbFor(d1, TENANT)),
          nowMs: this.nowMs,
          timeZone: "America/New_York",
        }),
      judgeDraft: async ({ rules, draft }) => {
        this.judged.push(draft);
        return this.verdicts === null ? null : rules.map((rule) => this.verdicts?.[rule] ?? null);
      },
      timeZone: "America/New_York",
      sentSince: () => Promise.resolve(this.sent),
      lastWords: () => Promise.resolve(this.lastWords),
      keepAlive: () => {},
      resolver: {
        resolve: (_tool, args) => Promise.resolve(resolutionOf(args)),
        form: () => [],
        power: (name) =>
          name === "send_message"
            ? { name, effect: "external", egress: "provider", defaultMode: "ask", mayAllow: true }
            : null,
        title: () => "Text someone",
      },
      effects: effectKinds(),
      executor: {
        recovery: () => this.provider.recovery,
        keyWindowMs: () => 3_600_000,
        pace: () => {
          const { everyMs } = this.provider;
          return everyMs === null ? null : { account: "sim:1", everyMs };
        },
        provider: () => "Sim",
        perform: (effect, { idempotencyKey }) =>
          process.step(() => this.provider.perform(effect, idempotencyKey, this.nowMs)),
        lookUp: (effect, { claimedAt, now, takenProviderIds }) =>
          process.step(async () => this.provider.lookUp(effect, claimedAt, now, takenProviderIds)),
        compensation: (effect, providerId) =>
          effect.kind === "contact.create"
            ? {
                label: "Delete the contact again",
                effect: { kind: "contact.delete", document: { contactId: providerId } },
              }
            : null,
        check: () =>
          Promise.resolve(
            this.provider.preconditionHolds
              ? { holds: true }
              : { holds: false, reason: "A new message came." },
          ),
      },
      deliverOutcome: (_conversation, outcome) =>
        process.step(async () => {
          if (this.deliveryFails-- > 0) throw new Error("the conversation cannot be reached");
          const key = `${outcome.part.approvalId}:${outcome.part.state}`;
          const known = this.outcomes.some(({ part }) => `${part.approvalId}:${part.state}` === key);
          if (!known) this.outcomes.push(outcome);
        }),
      keptExamples: () => Promise.resolve(new Map()),
      publish: () => Promise.resolve(),
      showInConversation: async ({ id }) => void this.shownInConversation.push(id),
      notify: (approval, occasion, ordinal) =>
        process.step(async () => {
          const ring = `${approval.id}:${occasion}:${ordinal}`;
          if (!this.rings.includes(ring)) this.rings.push(ring);
        }),
      notifyWriter: () => Promise.resolve(),
      resolveNotification: () => Promise.resolve(),
      counted: (tally) => void this.counted.push(tally),
      workflow: {
        start: (id) =>
          process.step(async () => {
            if (this.startFails) throw new Error("no Workflow today");
            this.started.add(id);
          }),
        nudge: async (id) => {
          process.alive();
          this.nudged.push(id);
        },
      },
    };
  }

  /** The clock's minutes pass, each with its reconciler. */
  async minutes(count: number, process?: Process): Promise<void> {
    for (let minute = 0; minute < count; minute++) {
      this.nowMs += 60_000;
      await this.reconcile(process);
    }
  }

  reconcile(process?: Process): Promise<WorkResult> {
    return reconcile(this.deps(process), Infinity).catch((error: unknown) => {
      if (process?.dead === true) return "done";
      throw error;
    });
  }

  async row(id: string) {
    const row = await dbFor(d1, TENANT).find(approvals, eq(approvals.id, id));
    if (row === null) throw new Error("no such approval");
    return row;
  }

  ledger(id: string) {
    return dbFor(d1, TENANT).rows(effects, eq(effects.approvalId, id)).orderBy(effects.effectIndex);
  }
}

/** What the arguments `{to, texts}` would send: one text each, to `to` or to its own; `contact: true` creates the contact first. */
export function resolutionOf(args: Record<string, Json>): Resolution {
  const texts = Array.isArray(args["texts"]) ? (args["texts"] as Json[]) : [args["text"] ?? ""];
  if (texts.some((text) => text === "")) return { kind: "retry", message: "A text needs words." };
  const number = typeof args["to"] === "string" ? args["to"] : NUMBER;
  const parts = texts.map((text) =>
    typeof text === "object" && text !== null ? (text as { to: string; text: string }) : { to: number, text },
  );
  const contact: EffectBytes[] =
    args["contact"] === true
      ? [
          {
            kind: "contact.create",
            document: {
              connectionId: "conn_alder_quo",
              firstName: "Maria",
              lastName: "Lopez",
              company: null,
              role: null,
              number,
              email: null,
            },
          },
        ]
      : [];
  return {
    kind: "resolved",
    lints: [],
    observed: [...new Set(parts.map(({ to }) => to))].map((to) => ({
      kind: "newest_message",
      connectionId: "conn_alder_quo",
      number: to,
      messageId: "m0",
      direction: "incoming",
    })),
    urgent: false,
    inContacts: parts.length > 1 ? parts.map(({ to }) => to) : [NUMBER],
    effects: [
      ...contact,
      ...parts.map(({ to, text }) => ({
        kind: "sms.send",
        document: {
          connectionId: "conn_alder_quo",
          from: { phoneNumberId: "PN1", number: "+14125550100", label: "Shared line", audience: "external" },
          to: { number: to, name: to === number ? "Maria Lopez" : to, contactId: "c1", company: null },
          text,
        },
      })),
    ],
  };
}

/** A proposal of the scripted tool. */
export function proposal(
  args: Record<string, Json>,
  more: {
    toolCallId?: string;
    turnId?: string;
    conversationId?: string;
    allowed?: boolean;
    replaces?: NamedDraft;
    /** In place of what the arguments resolve to. */
    effects?: readonly EffectBytes[];
  } = {},
) {
  const resolution: Resolution =
    more.effects === undefined
      ? resolutionOf(args)
      : { kind: "resolved", effects: more.effects, observed: [], lints: [], urgent: false };
  if (resolution.kind !== "resolved") throw new Error("the test's arguments do not resolve");
  return {
    scope: {
      conversationId: more.conversationId ?? "conversation-1",
      conversationTitle: "Maria",
      turnId: more.turnId ?? "turn-1",
      runId: "run-1",
      agent: "front-desk",
      recentTexts: [
        {
          who: "contact" as const,
          name: "Maria",
          text: "The heater is broken again",
          at: new Date(0).toISOString(),
          messageId: "in-1",
        },
      ],
    },
    toolCallId: more.toolCallId ?? "toolu_1",
    tool: "send_message",
    arguments: args,
    resolution,
    rule: "external.default",
    ...(more.allowed === undefined ? {} : { allowed: more.allowed }),
    ...(more.replaces === undefined ? {} : { replaces: more.replaces }),
  };
}

/** D1 whose writes are steps of a process; reads only ask whether it is alive. */
function killable(d1: D1Database, process: Process): D1Database {
  const originals = new WeakMap<D1PreparedStatement, { statement: D1PreparedStatement; sql: string }>();
  const run = <Result>(sql: string, work: () => Promise<Result>): Promise<Result> => {
    if (!/^\s*select/i.test(sql)) return process.step(work);
    process.alive();
    return work();
  };
  const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), sql),
      all: () => run(sql, () => statement.all()),
      run: () => run(sql, () => statement.run()),
      raw: () => run(sql, () => statement.raw()),
      first: () => run(sql, () => statement.first()),
    } as unknown as D1PreparedStatement;
    originals.set(wrapped, { statement, sql });
    return wrapped;
  };
  return {
    prepare: (sql: string) => wrap(d1.prepare(sql), sql),
    batch: (statements: D1PreparedStatement[]) => {
      const found = statements.map((statement) => {
        const original = originals.get(statement);
        if (original === undefined) throw new Error("a foreign statement");
        return original;
      });
      const write = found.find(({ sql }) => !/^\s*select/i.test(sql));
      return run(write?.sql ?? "select", () => d1.batch(found.map(({ statement }) => statement)));
    },
  } as unknown as D1Database;
}
