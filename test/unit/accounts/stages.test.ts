/** A team's own stages: what holds of accounts whose stage is renamed or goes; and how many follow-ups a morning has. */
import { beforeEach, describe, expect, it } from "vitest";
import { dueAccounts } from "../../../src/accounts/due.ts";
import { listAccounts } from "../../../src/accounts/list.ts";
import { draftMorning, type DraftAnswer } from "../../../src/accounts/morning.ts";
import {
  stageNamed,
  stageRules,
  stageSettings,
  updateStages,
  wordsOfStage,
} from "../../../src/accounts/stages.ts";
import { createAccount, projectAccounts } from "../../../src/accounts/store.ts";
import { approvals } from "../../../src/approvals/tables/approvals.ts";
import { audit } from "../../../src/platform/db/index.ts";
import {
  DEFAULT_STAGES,
  stageRulesSchema,
  type StageRule,
} from "../../../src/accounts/api/account-stages.ts";
import type { WorkspaceDeps } from "../../../src/workspace/index.ts";
import { DANA, files, freshFiles } from "../workspace/harness.ts";

const BY = { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" } as const;
const DAY_MS = 86_400_000;

let deps: WorkspaceDeps;
beforeEach(async () => {
  await freshFiles();
  deps = files();
});

async function open(name: string, stage: string, silentDays = 10): Promise<string> {
  const lastContactAt = new Date(deps.clock.now() - silentDays * DAY_MS).toISOString();
  const evidence = { kind: "command", words: `Open ${name}` } as const;
  const wanted = { name, stage, lastContactAt, primaryEmail: "ana@client.example" };
  const { id } = await createAccount(deps, { wanted, evidence, origin: DANA });
  return id;
}

const change = async (stages: readonly StageRule[], version?: number) =>
  updateStages(deps.db, {
    stages,
    version: version ?? (await stageSettings(deps.db)).version,
    by: BY,
    nowMs: deps.clock.now(),
  });
const without = (name: string): StageRule[] => DEFAULT_STAGES.filter(({ stage }) => stage !== name);

describe("a team's stages", () => {
  it("are the defaults until an admin changes them; a change is audited and says what it was", async () => {
    expect(await stageRules(deps.db)).toEqual(DEFAULT_STAGES);
    const stages = DEFAULT_STAGES.toReversed();
    expect((await change(stages)).stages.map(({ stage }) => stage)).toEqual(stages.map(({ stage }) => stage));
    const [entry] = await deps.db.rows(audit);
    expect(entry).toMatchObject({ sentence: "Dana Whitfield changed the stages of accounts" });
    await expect(change(DEFAULT_STAGES, 0)).rejects.toMatchObject({ code: "changed" });
  });

  it("don't lose one that accounts are in, and say how many; one without accounts goes", async () => {
    await open("Pier 9", "Intake");
    expect((await stageSettings(deps.db)).stages.find(({ stage }) => stage === "Intake")?.accounts).toBe(1);
    await expect(change(without("Intake"))).rejects.toMatchObject({
      code: "conflict",
      message: "1 account is in “Intake”. Choose the stage that takes them over, then remove it.",
    });
    expect((await change(without("Submission"))).stages).toHaveLength(DEFAULT_STAGES.length - 1);
  });

  it("take over the accounts of one that goes: found, listed and followed up with it, nothing written into their files", async () => {
    const id = await open("Pier 9", "Intake");
    const taken = without("Intake").map((rule) =>
      rule.stage === "Submission"
        ? { ...rule, stage: "Review", aliases: [...rule.aliases, "Submission", "Intake"] }
        : rule,
    );
    const { stages } = await change(taken);
    expect(stages.find(({ stage }) => stage === "Review")?.accounts).toBe(1);
    const review = stageNamed(stages, "intake");
    expect(review?.stage).toBe("Review");
    const listed = await listAccounts(deps.db, { stages: wordsOfStage(review ?? taken[0]!) });
    expect(listed.items.map((row) => [row.id, row.stage])).toEqual([[id, "Intake"]]);
    const due = await dueAccounts(deps.db, taken, { limit: 5 }, deps.clock.now());
    expect(due.accounts).toMatchObject([{ account_id: id, stage: "Review" }]);
    expect(due.accounts[0]?.why).toContain("Review is followed up after 5 days");
    expect((await change(DEFAULT_STAGES)).stages.find(({ stage }) => stage === "Intake")?.accounts).toBe(1);
  });

  it("stand once each, and say how where they are followed up", () => {
    const [first, ...rest] = DEFAULT_STAGES as [StageRule, ...StageRule[]];
    const isValid = (stages: StageRule[]) => stageRulesSchema.safeParse(stages).success;
    expect(isValid([first, { ...first }])).toBe(false);
    expect(isValid([first, { ...first, stage: "Fresh", aliases: ["new lead"] }])).toBe(false);
    expect(isValid([{ ...first, channels: [] }, ...rest])).toBe(false);
    expect(isValid([])).toBe(false);
  });
});

describe("a morning", () => {
  const draft = (body: string): DraftAnswer => ({
    kind: "draft",
    output: { channel: "email", subject: "Your quote", body, context_used: [], rationale: "Due." },
  });

  const TURN = "accounts.followups:2026-11-27T12:00:00.000Z";

  /** A draft as the gate stores it: by the call's id once. */
  async function store(callId: string, account: string): Promise<void> {
    const at = new Date(deps.clock.now()).toISOString();
    await deps.db
      .insert(approvals, {
        id: `approval ${callId}`,
        conversationId: "accounts",
        conversationTitle: "Morning follow-ups",
        turnId: TURN,
        runId: "run",
        agent: "followup",
        toolCallId: callId,
        tool: "execute_followup",
        title: "Follow-up",
        target: account,
        status: "pending",
        proposedArguments: {},
        finalArguments: {},
        proposedEffects: [{ kind: "account.followup", title: "Follow-up", document: { accountId: account } }],
        effectHash: "",
        lints: [],
        evidence: [],
        preconditions: [],
        rule: "external.default",
        urgent: false,
        edited: false,
        redraft: false,
        expiresAt: "2099-01-01T00:00:00.000Z",
        remindersSent: 0,
        version: 1,
        moveId: callId,
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoNothing();
  }

  async function morning(answer: (name: string) => DraftAnswer) {
    const asked: string[] = [];
    const proposed: string[] = [];
    const done = await draftMorning(
      {
        files: deps,
        rules: DEFAULT_STAGES,
        team: "Alder & Finch",
        atMost: 3,
        newId: () => crypto.randomUUID(),
        draft: async (_, task) => {
          asked.push(task.name);
          return answer(task.name);
        },
        propose: async ({ callId }, { account }) => {
          proposed.push(`${callId} ${JSON.stringify(account)}`);
          await store(callId, account as string);
          return true;
        },
      },
      { day: "2026-11-27", turnId: TURN, untilMs: deps.clock.now() + DAY_MS },
    );
    return { ...done, asked, proposed };
  }

  it("has so many drafts and no more, the most urgent first; an answer that is none is passed over", async () => {
    const ids: string[] = [];
    for (const days of [40, 30, 20, 10, 5]) ids.push(await open(`Client ${days}`, "Quoted", days));
    const { asked, proposed, summary } = await morning((name) =>
      name === "Client 30" ? { kind: "none" } : draft("Hello"),
    );
    expect(asked).toEqual(["Client 40", "Client 30", "Client 20", "Client 10"]);
    expect(proposed).toEqual([0, 2, 3].map((index) => `2026-11-27:${ids[index]} "${ids[index]}"`));
    expect(summary).toBe("5 due for a follow-up. 3 drafted for approval.");
  });

  it("that was broken off goes on with what is left of it", async () => {
    for (const days of [40, 30, 20, 10, 5]) await open(`Client ${days}`, "Quoted", days);
    let asked = 0;
    const brokenOff = morning(() => {
      asked += 1;
      if (asked === 3) throw new Error("killed");
      return draft("Hello");
    });
    await expect(brokenOff).rejects.toThrow("killed");
    const rest = await morning(() => draft("Hello"));
    expect(rest.asked).toEqual(["Client 20"]);
    expect(rest.summary).toBe("5 due for a follow-up. 3 drafted for approval.");
    expect((await morning(() => draft("Hello"))).asked).toEqual([]);
  });

  it("asks no further where asking is no use", async () => {
    for (const days of [40, 30]) await open(`Client ${days}`, "Quoted", days);
    const { asked, summary } = await morning(() => ({
      kind: "stop",
      problem: "The month’s budget is used up.",
    }));
    expect(asked).toEqual(["Client 40"]);
    expect(summary).toBe("2 due for a follow-up. Nothing was drafted. The month’s budget is used up.");
  });

  it("counts a stage's silence from the account's own rule", async () => {
    const id = await open("Pier 9", "Submission", 4);
    await projectAccounts(deps, [id]);
    expect((await morning(() => draft("Hello"))).summary).toBe("No account is due for a follow-up.");
  });
});
