import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  githubIssueComment,
  githubIssueUpdate,
  jiraIssueComment,
  jiraIssueUpdate,
  taskComment,
  taskUpdate,
} from "../../../src/integrations/effects/all.ts";
import type { EffectBytes } from "../../../src/approvals/ports.ts";
import {
  decide,
  getApproval,
  listDrafts,
  preview,
  propose,
  undo,
  withdrawForAgent,
  type DraftQuery,
} from "../../../src/approvals/index.ts";
import { approvals } from "../../../src/approvals/tables/approvals.ts";
import { audit, dbFor } from "../../../src/platform/db/index.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import { DEFAULT_POLICY } from "../../../src/team/api/policy.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import { proposed } from "../../../src/agent/tools/answer.ts";
import { records } from "../../support/node-d1.ts";
import { freshWorld } from "./fresh-world.ts";
import { NUMBER, Process, proposal, TENANT, World } from "./harness.ts";

const DANA = { id: "user_dana", name: "Dana Whitfield" };
const OTHER_NUMBER = "+14125550177";
const db = () => dbFor(records, TENANT);

let world: World;
let call = 0;
beforeEach(async () => {
  await freshWorld();
  world = new World();
});

/** A draft of a turn of its own. */
const drafted = (args: Record<string, Json>, more: Parameters<typeof proposal>[1] = {}) => {
  call++;
  return propose(
    world.deps(),
    proposal(args, { toolCallId: `toolu_${call}`, turnId: `turn_${call}`, ...more }),
  );
};
const approve = ({ id, effectHash }: Approval, more = {}) =>
  decide(world.deps(), { approvalId: id, by: DANA, body: { decision: "approve", effectHash, ...more } });
const statusOf = async ({ id }: Approval) => (await world.row(id)).status;
const pending = () => db().rows(approvals, eq(approvals.status, "pending"));
const lintsOf = async ({ id }: Approval) =>
  (await getApproval(world.deps(), id)).lints.map(({ code }) => code);

/** What `replaces` names, on a person's word or not. */
const instead = ({ id }: Approval, onPersonsWord = true) => ({
  replaces: { approvalId: id, onPersonsWord: async () => onPersonsWord },
});

/** Approved with an edit, then taken back: it waits again, with a person's words in it. */
async function edited(draft: Approval): Promise<Approval> {
  world.policy = { ...DEFAULT_POLICY, holdSeconds: 600 };
  const args = { text: "At 3, says Dana." };
  const { effectHash } = await preview(world.deps(), { approvalId: draft.id, arguments: args });
  await approve(draft, { arguments: args, effectHash });
  return undo(world.deps(), { approvalId: draft.id, by: DANA });
}

describe("a newer draft to the same person in the same conversation", () => {
  it("takes the place of the one that waits", async () => {
    const three = await drafted({ text: "The plumber comes at 3." });
    const four = await drafted({ text: "The plumber comes at 4." });
    expect((await pending()).map(({ id }) => id)).toEqual([four.id]);
    expect(await getApproval(world.deps(), three.id)).toMatchObject({
      status: "withdrawn",
      reason: "Replaced by a newer draft",
      replacedBy: four.id,
      decision: null,
      decidedBy: { name: "Steward" },
    });
    const told = four.lints.find(({ code }) => code === "replaces_draft");
    expect(told).toMatchObject({ level: "info" });
    expect(told?.message).toContain("“The plumber comes at 3.”");
    const lines = (await db().rows(audit)).filter(({ subjectId }) => subjectId === three.id);
    expect(lines.map(({ action }) => action)).toContain("approval.withdrawn");
  });

  it("is not approvable beside it: the older can't be decided any more, and its conversation is told once", async () => {
    const three = await drafted({ text: "At 3." });
    const four = await drafted({ text: "At 4." });
    await expect(approve(three)).rejects.toMatchObject({ code: "already_decided" });
    await world.minutes(2);
    const told = world.outcomes.filter(({ part }) => part.approvalId === three.id).map(({ part }) => part);
    expect(told).toMatchObject([{ state: "withdrawn", reason: "Replaced by a newer draft" }]);
    // The agent made the newer one itself: its prompt holds nothing of it (`isBlank` in `agents/context.ts`).
    expect(told[0]?.text).toBe("");
    await approve(four);
    expect(world.provider.sent.map(({ body }) => JSON.parse(body).text)).toEqual(["At 4."]);
  });

  it("takes its place too where a rule lets it through", async () => {
    const three = await drafted({ text: "At 3." });
    const four = await drafted({ text: "At 4." }, { allowed: true });
    expect([await statusOf(three), four.status]).toEqual(["withdrawn", "approved"]);
  });

  it.each([
    ["of the same turn", { text: "And bring the key." }, { turnId: "turn-a" }],
    ["of another conversation", { text: "At 4." }, { conversationId: "conversation-2" }],
    ["to somebody else", { to: OTHER_NUMBER, text: "At 4." }, {}],
  ])("stands beside one %s", async (_, args, more) => {
    await drafted({ text: "At 3." }, { turnId: "turn-a" });
    await drafted(args, more);
    expect(await pending()).toHaveLength(2);
  });

  it("stands beside one that also goes to somebody else", async () => {
    const both = { to: NUMBER, texts: ["At 3.", "At 3."] };
    const first = await drafted(both);
    await db().update(
      approvals,
      {
        facts: {
          recipients: [
            { address: NUMBER, known: "contact" },
            { address: OTHER_NUMBER, known: "contact" },
          ],
          makesContact: false,
        },
      },
      eq(approvals.id, first.id),
    );
    await drafted({ text: "At 4." });
    expect(await pending()).toHaveLength(2);
  });

  it("leaves alone what a person approved or edited", async () => {
    const waiting = await edited(await drafted({ text: "At 3." }));
    const newer = await drafted({ text: "At 4." });
    expect([await statusOf(waiting), newer.status]).toEqual(["pending", "pending"]);
    const held = await approve(newer);
    await drafted({ text: "At 5." });
    expect(await statusOf(held)).toBe("approved");
  });

  it("does not claim to replace one that is approved at that very moment", async () => {
    const three = await drafted({ text: "At 3." });
    const deps = world.deps();
    let first = true;
    const batch: typeof deps.db.batch = async (statements) => {
      if (first) {
        first = false;
        await approve(three);
      }
      return deps.db.batch(statements);
    };
    const input = proposal({ text: "At 4." }, { toolCallId: "toolu_race", turnId: "turn_race" });
    const four = await propose({ ...deps, db: { ...deps.db, batch } }, input);
    expect(first).toBe(false);
    expect([await statusOf(three), four.status]).toEqual(["done", "pending"]);
    expect(four.lints.map(({ code }) => code)).not.toContain("replaces_draft");
  });

  it("never leaves both decidable and never loses both, wherever the process dies", async () => {
    for (let step = 1; ; step++) {
      let died = false;
      for (const when of ["before", "after"] as const) {
        await freshWorld();
        world = new World();
        const three = await drafted({ text: "At 3." });
        const process = new Process({ step, when });
        const input = proposal({ text: "At 4." }, { toolCallId: "toolu_4", turnId: "turn_4" });
        await propose(world.deps(process), input).catch(() => null);
        died ||= process.dead;
        expect(await pending()).toHaveLength(1);
        const four = await propose(world.deps(), input);
        expect((await pending()).map(({ id }) => id)).toEqual([four.id]);
        await world.minutes(2);
        expect((await world.row(three.id)).replacedById).toBe(four.id);
        expect(
          world.outcomes.filter(({ part }) => part.approvalId === three.id).map(({ part }) => part.state),
        ).toEqual(["withdrawn"]);
      }
      if (!died) break;
      expect(step).toBeLessThan(30);
    }
  });
});

describe("a draft that names the one it replaces", () => {
  it("takes its place also for somebody else", async () => {
    const wrong = await drafted({ text: "Hi Maria." });
    const right = await drafted({ to: OTHER_NUMBER, text: "Hi Maria." }, instead(wrong));
    expect((await pending()).map(({ id }) => id)).toEqual([right.id]);
  });

  it("takes the place of another conversation's on a person's word alone", async () => {
    const theirs = await drafted({ text: "At 3." }, { conversationId: "conversation-2" });
    await expect(drafted({ text: "At 4." }, instead(theirs, false))).rejects.toMatchObject({
      code: "invalid_arguments",
    });
    expect((await pending()).map(({ id }) => id)).toEqual([theirs.id]);
    const ours = await drafted({ text: "At 4." }, instead(theirs));
    expect((await pending()).map(({ id }) => id)).toEqual([ours.id]);
  });

  it.each([
    ["unknown", async () => ({ id: "approval_unknown" }) as Approval],
    ["approved", async () => approve(await drafted({ text: "At 3." }))],
    ["edited by a person", async () => edited(await drafted({ text: "At 3." }))],
  ])("is not proposed at all where that one is %s", async (_, make) => {
    const named = await make();
    const before = (await db().rows(approvals)).length;
    await expect(drafted({ text: "At 4." }, instead(named))).rejects.toMatchObject({
      code: "invalid_arguments",
    });
    expect(await db().rows(approvals)).toHaveLength(before);
  });

  it("is proposed where that one came to nothing", async () => {
    const three = await drafted({ text: "At 3." });
    await decide(world.deps(), {
      approvalId: three.id,
      by: DANA,
      body: { decision: "reject", redraft: true, reason: "4, not 3", effectHash: three.effectHash },
    });
    expect((await drafted({ text: "At 4." }, instead(three))).status).toBe("pending");
    expect(await statusOf(three)).toBe("rejected");
  });
});

describe("drafts to the same person in two conversations", () => {
  it("warn of each other on their cards while both wait", async () => {
    const ours = await drafted({ text: "At 3." });
    const theirs = await drafted({ text: "At 4." }, { conversationId: "conversation-2" });
    const warning = theirs.lints.find(({ code }) => code === "other_draft");
    expect(warning).toMatchObject({ level: "warning" });
    expect(warning?.message).toMatch(/^Another draft to Maria Lopez.* is waiting: “At 3\.”\.$/);
    expect(await lintsOf(ours)).toContain("other_draft");
    await approve(theirs);
    expect(await lintsOf(ours)).not.toContain("other_draft");
  });

  it("show what can't be seen in each other's words", async () => {
    const ours = await drafted({ text: "Pay \u202e00.05$" });
    await drafted({ text: "At 4." }, { conversationId: "conversation-2" });
    const replacing = await drafted({ text: "Pay 5.00$" });
    expect(replacing.lints.find(({ code }) => code === "replaces_draft")?.message).toContain("U+202E");
    const hidden = await drafted({ text: "\u202eAt 5." }, { conversationId: "conversation-3" });
    const cards = await getApproval(world.deps(), replacing.id);
    expect(hidden.status).toBe("pending");
    expect(cards.lints.map(({ message }) => message).join()).toMatch(/U\+202E.*At 5/);
    expect(await statusOf(ours)).toBe("withdrawn");
  });

  it("do not warn of drafts to somebody else", async () => {
    const ours = await drafted({ text: "At 3." });
    await drafted({ to: OTHER_NUMBER, text: "At 4." }, { conversationId: "conversation-2" });
    expect(await lintsOf(ours)).not.toContain("other_draft");
  });
});

describe("drafts about the same thing", () => {
  const jira = { connectionId: "c", projectName: "Operations", issueSummary: "Fix the door" };
  const github = { connectionId: "c", repository: "alder/site", isPublic: false, isPull: false };
  const task = { connectionId: "c", taskName: "Fix the door", listName: "Repairs" };
  const was = { description: null };
  const set = { description: "The hinge is loose." };
  const CASES: [string, EffectBytes, EffectBytes, EffectBytes][] = [
    [
      "an issue in Jira",
      jiraIssueComment.of({ ...jira, key: "OPS-12", text: "Who goes?" }),
      jiraIssueUpdate.of({ ...jira, key: "OPS-12", was, set }),
      jiraIssueComment.of({ ...jira, key: "OPS-13", text: "Who goes?" }),
    ],
    [
      "an issue on GitHub",
      githubIssueComment.of({ ...github, number: 12, issueTitle: "Door", text: "Who goes?" }),
      githubIssueUpdate.of({
        ...github,
        number: 12,
        issueTitle: "Door",
        was: { body: null },
        set: { body: "Loose." },
      }),
      githubIssueComment.of({ ...github, number: 13, issueTitle: "Door", text: "Who goes?" }),
    ],
    [
      "a task",
      taskComment.of({ ...task, taskId: "t1", text: "Who goes?" }),
      taskUpdate.of({ ...task, taskId: "t1", timeZone: "America/New_York", was, set }),
      taskComment.of({ ...task, taskId: "t2", text: "Who goes?" }),
    ],
  ];

  it.each(CASES)(
    "%s warn of each other while both wait, and say where the other one is",
    async (_, one, two, other) => {
      const about = (effect: EffectBytes, conversationId: string) =>
        drafted({}, { conversationId, effects: [effect] });
      const first = await about(one, "conversation-1");
      await about(other, "conversation-3");
      expect(await lintsOf(first)).not.toContain("other_draft");
      const second = await about(two, "conversation-2");
      const warning = second.lints.find(({ code }) => code === "other_draft");
      expect(warning).toMatchObject({ level: "warning", approvalId: first.id });
      expect(warning?.message).toMatch(/^Another draft for .+ is waiting: “Who goes\?”\.$/);
      // The agent is told with the call's answer.
      const { warnings } = JSON.parse(proposed(second).content) as { warnings?: readonly string[] };
      expect(warnings?.join()).toContain(first.id);
      expect(await lintsOf(first)).toContain("other_draft");
      await approve(second);
      expect(await lintsOf(first)).not.toContain("other_draft");
    },
  );
});

describe("an agent that takes a draft back", () => {
  const back = ({ id }: Approval, speaker: typeof DANA | null, conversationId = "conversation-1") =>
    withdrawForAgent(world.deps(), {
      approvalId: id,
      agent: "steward",
      conversationId,
      speaker,
      onPersonsWord: async () => speaker !== null,
      reason: "She called in",
    });

  it("leaves on the card who withdrew it and why, and tells the conversation", async () => {
    const waiting = await drafted({ text: "At 3." });
    expect(await back(waiting, DANA)).toBe(waiting.title);
    expect(await getApproval(world.deps(), waiting.id)).toMatchObject({
      status: "withdrawn",
      reason: "She called in",
      replacedBy: null,
      decidedBy: { name: "Steward, for Dana Whitfield" },
    });
    await world.minutes(1);
    expect(world.outcomes.map(({ part }) => part.state)).toEqual(["withdrawn"]);
  });

  it("needs a person's word for another conversation's, and for what a person edited", async () => {
    const theirs = await drafted({ text: "At 3." }, { conversationId: "conversation-2" });
    await expect(back(theirs, null)).rejects.toMatchObject({ code: "forbidden" });
    const changed = await edited(await drafted({ text: "At 3." }));
    await expect(back(changed, null)).rejects.toMatchObject({ code: "forbidden" });
    expect(await pending()).toHaveLength(2);
    await back(theirs, DANA);
    await back(changed, DANA);
    expect(await pending()).toHaveLength(0);
  });

  it("asks whose draft it is: another conversation's takes words that name it", async () => {
    const asked: string[] = [];
    const onPersonsWord = async (_: unknown, whose: string): Promise<boolean> => {
      asked.push(whose);
      return whose === "own";
    };
    const withdraw = ({ id }: Approval) =>
      withdrawForAgent(world.deps(), {
        approvalId: id,
        agent: "steward",
        conversationId: "conversation-1",
        onPersonsWord,
        speaker: DANA,
        reason: "x",
      });
    const theirs = await drafted({ text: "At 3." }, { conversationId: "conversation-2" });
    await expect(withdraw(theirs)).rejects.toMatchObject({ code: "forbidden" });
    const changed = await edited(await drafted({ text: "At 3." }));
    await withdraw(changed);
    expect(asked).toEqual(["theirs", "own"]);
  });

  it("learns which draft replaced the one it names, and withdraws neither", async () => {
    const old = await drafted({ text: "At 3." }, { conversationId: "conversation-2" });
    const newer = await drafted(
      { text: "At 4." },
      {
        conversationId: "conversation-3",
        replaces: { approvalId: old.id, onPersonsWord: async () => true },
      },
    );
    await expect(back(old, DANA)).rejects.toMatchObject({
      code: "already_decided",
      message: expect.stringContaining(newer.id) as string,
    });
    expect((await pending()).map(({ id }) => id)).toEqual([newer.id]);
    const again = drafted(
      { text: "At 5." },
      { replaces: { approvalId: old.id, onPersonsWord: async () => true } },
    );
    await expect(again).rejects.toThrow(newer.id);
    await back(newer, DANA);
    expect(await pending()).toEqual([]);
  });

  it("can't where it was decided", async () => {
    const done = await approve(await drafted({ text: "At 3." }));
    await expect(back(done, DANA)).rejects.toMatchObject({ code: "already_decided" });
  });
});

describe("the list of drafts", () => {
  const since = new Date(0).toISOString();
  const listed = async (query: Partial<DraftQuery>) => {
    const { items } = await listDrafts(world.deps(), { state: "waiting", since, ...query });
    return items.map(({ words }) => words);
  };

  beforeEach(async () => {
    await drafted({ text: "At 3." });
    await drafted({ to: OTHER_NUMBER, text: "Elsewhere." }, { conversationId: "conversation-2" });
    world.nowMs += 1_000;
    const sent = await drafted({ text: "Sent." }, { conversationId: "conversation-3" });
    await approve(sent);
  });

  it("has the words of what waits, and of what was decided with who did", async () => {
    expect(new Set(await listed({}))).toEqual(new Set(["At 3.", "Elsewhere."]));
    expect(await listed({ state: "decided" })).toEqual(["Sent."]);
    expect(await listed({ state: "all" })).toHaveLength(3);
    const { items } = await listDrafts(world.deps(), { state: "decided", since });
    expect(items).toMatchObject([{ status: "done", by: "Dana Whitfield" }]);
    const later = new Date(world.nowMs + 60_000).toISOString();
    expect(await listed({ state: "decided", since: later })).toEqual([]);
  });

  it.each([
    ["a conversation's", { conversationId: "conversation-2" }, ["Elsewhere."]],
    ["a number's", { contact: NUMBER }, ["At 3."]],
    ["nobody's", { contact: "Walt" }, []],
  ])("can be %s alone", async (_, query, words) => {
    expect(await listed(query)).toEqual(words);
  });

  it("goes on behind a draft, and shows one whole whenever it was decided", async () => {
    const all: string[] = [];
    let olderThan: string | undefined;
    for (;;) {
      const { items } = await listDrafts(world.deps(), {
        state: "all",
        since,
        ...(olderThan === undefined ? {} : { olderThan }),
      });
      const [newest] = items;
      if (newest === undefined) break;
      all.push(newest.words ?? "");
      olderThan = newest.id;
    }
    expect(all[0]).toBe("Sent.");
    expect(all.toSorted()).toEqual(["At 3.", "Elsewhere.", "Sent."]);
    const { items } = await listDrafts(world.deps(), { state: "decided", since });
    const later = new Date(world.nowMs + 60_000).toISOString();
    expect(await listed({ state: "all", since: later, id: items[0]?.id ?? "" })).toEqual(["Sent."]);
    expect(await listed({ state: "all", id: "approval_none" })).toEqual([]);
    expect(await listed({ olderThan: "approval_none" })).toEqual([]);
  });

  it("finds whom a draft is for by any words of the name", async () => {
    expect(new Set(await listed({ contact: "lopez maria" }))).toEqual(new Set(["At 3.", "Elsewhere."]));
  });
});
