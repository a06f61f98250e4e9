/** A team's approvals, policy and earned rules together, from the gate to the ledger: the real records, rule table, executor and taking back. */
import { and, eq, inArray } from "drizzle-orm";
import { createExecutor } from "../../../../src/approvals/effects/executor.ts";
import { earnedRule } from "../../../../src/approvals/effects/earned-rule.ts";
import {
  decide,
  getApproval,
  propose,
  type ApprovalDeps,
  type DecideInput,
} from "../../../../src/approvals/index.ts";
import { approvals, earnedTallies } from "../../../../src/approvals/tables/approvals.ts";
import { dbFor, users } from "../../../../src/platform/db/index.ts";
import {
  consider,
  sampleOf,
  isSampled,
  settleProposal,
  type EarnedDeps,
} from "../../../../src/approvals/earned/index.ts";
import type { Json } from "../../../../src/kernel/hash.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { getPolicy, updatePolicy } from "../../../../src/approvals/policy/index.ts";
import type { Policy } from "../../../../src/team/api/policy.ts";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import type { TurnScope } from "../../../../src/agent/ports.ts";
import { createGate } from "../../../../src/agent/tools/gate.ts";
import { records } from "../../../support/node-d1.ts";
import { Process, TENANT, World } from "../harness.ts";
import { call, gateDeps, MARIA, SCOPE, textingOf, TOM } from "../../agent/tools/world.ts";

export const DANA = { id: "user_demo_dana", name: "Dana Whitfield" };
/** A member who is no admin. */
export const MEMBER = { id: "user_test_member", name: "Pat Reyes" };
export const MARIA_NUMBER = MARIA.numbers[0]?.number ?? "";

export class EarnedWorld {
  readonly world = new World();
  readonly db = dbFor(records, TENANT);
  readonly told: string[] = [];
  autonomy: Policy["autonomy"] = "execute";
  private calls = 0;
  private sentences = 0;

  async begin(change: Partial<Policy> = {}): Promise<void> {
    await this.db.insert(users, {
      id: MEMBER.id,
      email: "pat@alder.example",
      name: MEMBER.name,
      role: "member",
      createdAt: new Date(0).toISOString(),
    });
    await this.setPolicy({
      holdSeconds: 0,
      autonomy: "execute",
      earned: { line: 0.9, minDecisions: 30 },
      ...change,
    });
  }

  async setPolicy(change: Partial<Policy>): Promise<void> {
    const { policy, version } = await getPolicy(this.db);
    const by = { kind: "user", ...DANA } as const;
    await updatePolicy(this.db, { policy: { ...policy, ...change }, version, by, nowMs: this.world.nowMs });
  }

  approvals(process?: Process): ApprovalDeps {
    const deps = this.world.deps(process);
    const { policy: _, ...rest } = deps;
    const ours = createExecutor(() => Promise.resolve(null), {
      db: deps.db,
      clock: deps.clock,
      logger: silentLogger,
      files: () => expectNever("files"),
      servers: () => expectNever("servers"),
      projects: () => expectNever("projects"),
      answered: () => Promise.resolve(),
    });
    const of = (kind: string) => (kind === "policy.earned_rule" ? ours : deps.executor);
    return {
      ...rest,
      policy: async () => (await getPolicy(this.db)).policy,
      judge: async (judged) => {
        this.world.policy = (await getPolicy(this.db)).policy;
        return deps.judge(judged);
      },
      executor: {
        ...deps.executor,
        recovery: (kind) => of(kind).recovery(kind),
        perform: (effect, options) => of(effect.kind).perform(effect, options),
        lookUp: (effect, options) => of(effect.kind).lookUp(effect, options),
        compensation: ({ kind }) =>
          kind === "sms.send"
            ? { label: "Undo", effect: { kind: "contact.delete", document: { contactId: "c1" } } }
            : null,
        check: (one, effect) => of(effect.kind).check(one, effect),
      },
      deliverOutcome: (_conversation, { part }) => settleProposal(deps, part),
    };
  }

  earned(process?: Process): EarnedDeps {
    const approvalDeps = this.approvals(process);
    return {
      db: approvalDeps.db,
      clock: approvalDeps.clock,
      logger: silentLogger,
      approvals: () => Promise.resolve(approvalDeps),
      autonomy: () => Promise.resolve(this.autonomy),
      tool: () => ({ title: "Text someone", mayAllow: true }),
      agentTitle: () => "Steward",
      effectOf: (document) => earnedRule.of(document),
      tellAdmins: async ({ once, title, body }) => {
        const news = `${once} ${title} ${body}`;
        if (!this.told.includes(news)) this.told.push(news);
      },
      publish: () => Promise.resolve(),
    };
  }

  /** Goes on to a day on which calls of the rule to somebody are, or are not, asked about all the same. */
  async toDay(sampled: boolean, to: string): Promise<void> {
    const [rule] = (await this.tallies()).map(({ id }) => id);
    if (rule === undefined) return;
    const isIt = () => isSampled(TENANT, { rule, recipients: [to], nowMs: this.world.nowMs });
    while ((await isIt()) !== sampled) this.world.nowMs += 86_400_000;
  }

  /** A call of the model through the gate, its approval as the records hold it. */
  async made(
    text = "On our way",
    more: { to?: string; sampled?: boolean; scope?: Partial<TurnScope>; args?: Record<string, Json> } = {},
  ): Promise<Approval> {
    let approval: Approval | null = null;
    const to = more.to ?? MARIA_NUMBER;
    await this.toDay(more.sampled ?? false, to);
    const deps = this.approvals();
    const gate = createGate(
      gateDeps(
        textingOf([TOM, MARIA]),
        {},
        {
          judge: deps.judge,
          sample: (rule, passed) => sampleOf(this.db, rule, { ...passed, nowMs: this.world.nowMs }),
          propose: async ({ call: { id, name, input }, scope, draft: _draft, ...judged }) => {
            const place = { ...scope, turnId: id };
            approval = await propose(deps, {
              ...judged,
              scope: place,
              toolCallId: id,
              tool: name,
              arguments: input,
            });
            return approval;
          },
        },
      ),
    );
    const id = `toolu_${++this.calls}`;
    const answer = await gate(
      { ...call("send_message", { to, text, ...more.args }), id },
      { ...SCOPE, ...more.scope },
    );
    if (approval === null) throw new Error(`nothing was proposed: ${answer.content}`);
    return getApproval(deps, (approval as Approval).id);
  }

  /** A person decides, and what follows from it follows. */
  async decided(
    { id, effectHash }: Pick<Approval, "id" | "effectHash">,
    body: Partial<DecideInput["body"]> = {},
    by = DANA,
  ): Promise<Approval> {
    const input = { approvalId: id, body: { decision: "approve" as const, effectHash, ...body }, by };
    const done = await decide(this.approvals(), input);
    await this.follow();
    return done;
  }

  /** Looks at what was counted. */
  async follow(): Promise<void> {
    for (const tally of this.world.counted.splice(0)) await consider(this.earned(), tally);
  }

  async approveUnchanged(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      this.world.nowMs += 8 * 3_600_000;
      await this.decided(await this.made(sentence(this.sentences++)), {}, index % 2 === 0 ? DANA : MEMBER);
    }
  }

  tallies() {
    return this.db.rows(earnedTallies);
  }

  proposals() {
    const statuses: Approval["status"][] = ["pending", "done", "rejected", "stale"];
    const mine = and(inArray(approvals.status, statuses), eq(approvals.tool, "earned_rule"));
    return this.db.rows(approvals, mine).orderBy(approvals.createdAt);
  }

  async rules() {
    return (await getPolicy(this.db)).policy.rules;
  }
}

/** Sentences of which none is near another. */
function sentence(index: number): string {
  const word = (seed: number): string =>
    Array.from({ length: 6 }, (_, at) =>
      String.fromCodePoint(97 + ((seed * 7 + at * 11 + (seed >> at)) % 26)),
    ).join("");
  return `${word(index * 3 + 1)} ${word(index * 5 + 2)} ${word(index * 11 + 3)} ${word(index * 17 + 4)}`;
}

function expectNever(what: string): never {
  throw new Error(`nothing here needs ${what}`);
}
