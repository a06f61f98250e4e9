import { beforeEach, describe, expect, it, vi } from "vitest";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { urgencyChecks } from "../../../../src/messaging/tables/inbox.ts";
import {
  judgeUrgency,
  Patience,
  urgencyAsked,
  type JudgeDeps,
  type UrgencyQuestion,
  type Verdict,
} from "../../../../src/messaging/inbox/judge-urgency.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const QUESTION: UrgencyQuestion = {
  id: "text.AC1",
  source: "sms",
  conversationId: "sms:+14125550142",
  name: "Maria Lopez",
  words: "There is no heat",
  routedTo: null,
};

function world(
  classify: (question: UrgencyQuestion, signal: AbortSignal) => Promise<Verdict>,
  { tenantId = "tenant_alder", patience = new Patience(), rings = false } = {},
) {
  const rung: string[] = [];
  const held: string[] = [];
  const db = dbFor(nodeD1(), tenantId);
  const deps: JudgeDeps = {
    db,
    clock: { now: () => Date.now() },
    logger: silentLogger,
    patience,
    async classify(question, signal, alongside) {
      const verdict = await classify(question, signal);
      await db.batch(alongside(verdict));
      return verdict;
    },
    rings: async () => rings,
    ring: async ({ id }, why) => void rung.push(`${id}: ${why}`),
    hold: async ({ id }) => void held.push(id),
  };
  const ask = (question: UrgencyQuestion) => db.batch(urgencyAsked(deps, [question]));
  const judge = (key: string) =>
    judgeUrgency(deps, { keys: key === "" ? [] : [key], untilMs: Date.now() + 20_000 });
  return { deps, rung, held, ask, judge };
}

describe("what can't wait", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));

  it("is what the classifier says, whatever the patterns do, and is asked once", async () => {
    const { deps, rung, ask, judge } = world(async ({ id }) => ({
      urgent: id !== "text.AC1",
      why: "a baby without heat, locked in behind a door that will not open any more",
      asksToStop: false,
    }));
    await ask(QUESTION);
    await ask({ ...QUESTION, id: "text.AC2", words: "hm" });
    await judge("text.AC1");
    await judge("text.AC2");
    await judge("text.AC2");
    expect(rung).toEqual(["text.AC2: a baby without heat, locked in behind a door that will not…"]);
    expect(await deps.db.rows(urgencyChecks)).toEqual([]);
  });

  it("STOP: holds what no rule hears, never undoes what one did, and holds nothing while the classifier is down", async () => {
    const { deps, held, ask, judge } = world(async ({ words }) => {
      if (words === "down") throw new Error("down");
      return { urgent: false, why: "", asksToStop: words !== "Don't stop by before 5" };
    });
    const asked: Partial<UrgencyQuestion>[] = [
      { id: "text.AC1", words: "you have the wrong girl, lose it" },
      { id: "text.AC2", words: "Don't stop by before 5" },
      { id: "text.AC3", words: "Please stop texting me" },
      { id: "text.AC4", words: "START" },
      { id: "mail.m1", source: "email", words: "never write again" },
      { id: "text.AC5", words: "down" },
    ];
    for (const one of asked) {
      await ask({ ...QUESTION, ...one });
      await judge(one.id ?? "");
    }
    expect(held).toEqual(["text.AC1"]);
    expect(await deps.db.rows(urgencyChecks)).toMatchObject([{ id: "text.AC5" }]);
  });

  it("is not asked again once its conversation rings by itself", async () => {
    let asked = 0;
    const down = async (): Promise<Verdict> => {
      asked += 1;
      throw new Error("down");
    };
    const { deps, rung, ask, judge } = world(down, { rings: true });
    await ask({ ...QUESTION, words: "hm" });
    await judge("text.AC1");
    vi.setSystemTime(Date.now() + 60_000);
    await judge("");
    expect({ asked, rung, left: await deps.db.rows(urgencyChecks) }).toEqual({
      asked: 1,
      rung: [],
      left: [],
    });
  });

  it("is asked again where it was given up and no pattern fits, a few times at most", async () => {
    let answers: Verdict = null;
    let asked = 0;
    const { deps, rung, ask, judge } = world(() => {
      asked++;
      return answers === null ? new Promise(() => {}) : Promise.resolve(answers);
    });
    const slowly = async (key: string): Promise<void> => {
      const before = asked;
      const judged = judge(key);
      await vi.waitFor(() => expect(asked).toBe(before + 1));
      await vi.advanceTimersByTimeAsync(15_500);
      await judged;
    };
    const words = "51 in here, two sweaters on, and my oxygen machine keeps beeping";
    await ask({ ...QUESTION, words });
    await slowly("text.AC1");
    expect(rung).toEqual([]);
    await vi.advanceTimersByTimeAsync(15_500);
    answers = { urgent: true, why: "oxygen machine", asksToStop: false };
    await judge("");
    expect(rung).toEqual(["text.AC1: oxygen machine"]);
    expect(await deps.db.rows(urgencyChecks)).toEqual([]);

    [answers, asked] = [null, 0];
    await ask({ ...QUESTION, id: "text.AC2", words: "hm" });
    await slowly("text.AC2");
    for (let again = 1; again < 4; again++) {
      await vi.advanceTimersByTimeAsync(15_500);
      await slowly("");
    }
    expect(await deps.db.rows(urgencyChecks)).toEqual([]);
    expect(rung).toHaveLength(1);
  });

  it("is what the patterns say while it is down, and a burst does not wait for it", async () => {
    const classify = vi.fn(() => Promise.reject(new Error("down")));
    const { deps, rung, ask, judge } = world(classify);
    for (const id of ["text.AC1", "text.AC2"]) {
      await ask({ ...QUESTION, id });
      await judge(id);
    }
    expect(rung).toEqual(["text.AC1: no heat", "text.AC2: no heat"]);
    expect(classify).toHaveBeenCalledTimes(1);
    expect(await deps.db.rows(urgencyChecks)).toEqual([]);
  });

  it("is judged by the classifier again a fixed time after a failure, however many texts come meanwhile", async () => {
    const asked: string[] = [];
    const { deps, rung, ask, judge } = world(async ({ id, words }) => {
      asked.push(id);
      if (asked.length === 1) throw new Error("slow");
      return { urgent: words.includes("newborn"), why: "newborn without heat", asksToStop: false };
    });
    const words = "only cold air for hours, our newborn's hands feel like ice";
    await ask(QUESTION);
    await judge("text.AC1");
    for (const id of ["text.AC2", "text.AC3", "text.AC4"]) {
      await vi.advanceTimersByTimeAsync(4_500);
      await ask({ ...QUESTION, id, words: id === "text.AC3" ? words : "hm" });
      await judge(id);
    }
    expect(asked).toEqual(["text.AC1"]);
    await vi.advanceTimersByTimeAsync(1_500);
    await ask({ ...QUESTION, id: "text.AC5", words: "hm" });
    await judge("text.AC5");
    expect(asked).toEqual(["text.AC1", "text.AC5"]);
    await judge("");
    expect(asked.toSorted()).toEqual(["text.AC1", "text.AC2", "text.AC3", "text.AC4", "text.AC5"]);
    expect(rung).toEqual(["text.AC1: no heat", "text.AC3: newborn without heat"]);
    expect(await deps.db.rows(urgencyChecks)).toEqual([]);
  });

  it("is judged again though a call of before the rest fails during it", async () => {
    const asked: string[] = [];
    const { ask, judge } = world(({ id }) => {
      asked.push(id);
      return id === "text.AC2" ? Promise.reject(new Error("down")) : new Promise(() => {});
    });
    for (const id of ["text.AC1", "text.AC2", "text.AC3"]) await ask({ ...QUESTION, id, words: "hm" });
    const slow = judge("text.AC1");
    await vi.waitFor(() => expect(asked).toEqual(["text.AC1"]));
    await vi.advanceTimersByTimeAsync(4_000);
    await judge("text.AC2");
    await vi.advanceTimersByTimeAsync(11_500);
    await slow;
    await vi.advanceTimersByTimeAsync(4_000);
    void judge("text.AC3");
    await vi.waitFor(() => expect(asked).toEqual(["text.AC1", "text.AC2", "text.AC3"]));
  });

  it("is what the classifier says for one team though it fails for another", async () => {
    const patience = new Patience();
    const alder = world(() => Promise.reject(new Error("budget spent")), { patience });
    const birch = world(async () => ({ urgent: true, why: "a way out", asksToStop: false }), {
      tenantId: "tenant_birch",
      patience,
    });
    for (const { ask, judge } of [alder, birch]) {
      await ask({ ...QUESTION, words: "hm" });
      await judge("text.AC1");
    }
    expect(birch.rung).toEqual(["text.AC1: a way out"]);
  });

  it("is judged by an e-mail's last line too: the patterns read all of it, the classifier its beginning and end", async () => {
    const shown: string[] = [];
    const words = `Hello.\n${"We moved in and all went well. ".repeat(330)}\nThe outlet sparked twice.`;
    const { rung, ask, judge } = world(async (question) => {
      shown.push(question.words);
      throw new Error("down");
    });
    await ask({ ...QUESTION, id: "mail.m1", source: "email", words });
    await judge("mail.m1");
    expect(rung).toEqual(["mail.m1: electrical danger"]);
    expect(words.length).toBeGreaterThan(10_000);
    expect(shown[0]).toMatch(
      /^Hello\.\nWe moved in [^]{1900,}\n\[\d+ characters left out\]\n[^]{1900,}\nThe outlet sparked twice\.$/,
    );
    expect(shown[0]?.length).toBeLessThan(4_100);
  });

  it("is told within four seconds while it is slow, and a late yes still counts", async () => {
    const answers = new Map<string, (verdict: Verdict) => void>();
    const { rung, ask, judge } = world(({ id }) => new Promise((resolve) => answers.set(id, resolve)));
    await ask(QUESTION);
    await ask({ ...QUESTION, id: "text.AC2", words: "it rains in my living room" });
    const both = Promise.all([judge("text.AC1"), judge("text.AC2")]);
    await vi.waitFor(() => expect(answers.size).toBe(2));
    expect(rung).toEqual([]);
    await vi.advanceTimersByTimeAsync(4_100);
    await vi.waitFor(() => expect(rung).not.toEqual([]));
    expect(rung).toEqual(["text.AC1: no heat"]);
    answers.get("text.AC2")?.({ urgent: true, why: "water indoors", asksToStop: false });
    await vi.advanceTimersByTimeAsync(20_000);
    await both;
    expect(new Set(rung)).toEqual(new Set(["text.AC1: no heat", "text.AC2: water indoors"]));
  });

  it("is found by the clock where its message was lost", async () => {
    const { rung, ask, judge } = world(async () => ({ urgent: true, why: "no heat", asksToStop: false }));
    await ask(QUESTION);
    await judge("");
    expect(rung).toEqual([]);
    await vi.advanceTimersByTimeAsync(21_000);
    await judge("");
    expect(rung).toEqual(["text.AC1: no heat"]);
  });
});
