import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { allAgents, defineAgent, grantsOf, type AgentDefinition } from "../../../src/agent/index.ts";
import type { ToolCall, TurnScope } from "../../../src/agent/ports.ts";
import { project } from "../../../src/agent/conversations/project.ts";
import { runs, runTraces } from "../../../src/agent/tables/conversations.ts";
import { IntegrationError } from "../../../src/kernel/errors.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import { findRunTrace } from "../../../src/agent/runs/index.ts";
import { calls, callsTool, LIMITS, reply, says, Stage, type Answer } from "./stage.ts";

const CLERK = defineAgent({
  name: "clerk",
  title: "Clerk",
  description: "Looks into the books.",
  tier: "cheap",
  instructions: "You look into the books.",
  tools: ["read_books", "write_letter", "ask_user", "delegate"],
  delegable: true,
});
const ESTIMATOR = defineAgent({
  name: "estimator",
  title: "Estimator",
  description: "Estimates hours.",
  tier: "heavy",
  instructions: "You estimate.",
  output: z.object({ hours: z.number(), confidence: z.number() }),
  delegable: true,
});
const registry = allAgents() as AgentDefinition[];
beforeAll(() => void registry.push(CLERK, ESTIMATOR));
afterAll(() => void registry.splice(-2));

const TASK = { agent: "clerk", task: "What does Maria owe?", context: "Maria Lopez, unit 4B" };
const hands = (task: object = TASK): Answer => calls("delegate", task);

let stage: Stage;
/** Tool calls the world saw: which call of which agent. */
let seen: { call: ToolCall; scope: TurnScope }[];
beforeEach(() => {
  seen = [];
  stage = new Stage();
  watch(stage);
});

/** Notes each call, and answers what writes with a proposal whose id follows from the call's, as the gate does. */
function watch(one: Stage): void {
  one.answerTool = (call, scope) => {
    seen.push({ call, scope });
    if (call.name.startsWith("write_"))
      return Promise.resolve({ status: "awaiting_approval", approvals: [approval(`a.${call.id}`)] });
    if (call.name === "ask_user")
      return Promise.resolve({
        status: "asked",
        question: { toolCallId: call.id, question: "Which Maria?", options: ["4B", "6A"], requiredFor: null },
      });
    return Promise.resolve({ content: '{"owed":"75"}' });
  };
}
const approval = (id: string) =>
  ({ id, title: `Letter ${id}`, status: "pending", version: 1 }) as unknown as Approval;

/** What the parent read as the answer of its call. */
function answered(one = stage): Record<string, unknown> {
  const results = one.log.messages.committedAfter(0).findLast(({ kind }) => kind === "results");
  return JSON.parse(String((results?.parts[0] as { content?: string } | undefined)?.content)) as Record<
    string,
    unknown
  >;
}
const turnOf = (one = stage) => one.log.turns.lastEnded()!;
const subRunsOf = (one = stage) => one.log.subRuns.of(turnOf(one).id);

describe("a task handed to another agent", () => {
  it("is worked on with that agent's own words, tools and model, and its answer is the call's", async () => {
    const end = await stage.turn(
      "Ask the clerk",
      hands(),
      callsTool("read_books"),
      says("She owes 75."),
      says("75 dollars."),
    );
    expect(end).toBe("end_turn");
    expect(answered()).toEqual({ specialist: "clerk", result: "She owes 75.", pending_actions: [] });
    const [, first, second] = stage.requests;
    expect(first).toMatchObject({ model: "claude-haiku-5-5" });
    expect(first?.system[0]?.text).toBe("You look into the books.");
    expect(first?.system[1]?.text).toContain("<team>");
    expect(first?.messages).toHaveLength(1);
    const asked = JSON.stringify(first?.messages);
    expect(asked).toContain("Task from Steward:\\nWhat does Maria owe?");
    expect(asked).toContain("<material>");
    expect(second?.messages).toHaveLength(3);
    // Nothing of it enters the conversation's own history.
    expect(stage.kinds()).toEqual(["inbound", "reply", "results", "reply"]);
  });

  it("hands nothing on itself", async () => {
    expect(grantsOf("clerk")).toContain("delegate");
    await stage.turn("Ask the clerk", hands(), calls("delegate", TASK), says("I cannot."), says("So be it."));
    expect(stage.requests[1]?.tools.map(({ name }) => name)).toEqual([
      "read_books",
      "write_letter",
      "ask_user",
    ]);
    expect(seen.filter(({ call }) => call.name === "delegate").at(-1)?.scope.delegate).toBeUndefined();
    expect(subRunsOf()).toHaveLength(1);
  });

  it("is refused for an agent that is none, with the names there are", async () => {
    await stage.turn("go", hands({ agent: "summarizer", task: "x" }), says("No such agent."));
    expect(answered()).toMatchObject({
      status: "retry",
      message: expect.stringContaining("clerk, estimator"),
    });
    expect(subRunsOf()).toEqual([]);
  });

  it("answers by its output schema, which stands with its run", async () => {
    await stage.turn(
      "go",
      hands({ agent: "estimator", task: "x" }),
      says('{"hours":4,"confidence":0.5}'),
      says("Four."),
    );
    expect(answered()).toEqual({
      specialist: "estimator",
      result: { hours: 4, confidence: 0.5 },
      pending_actions: [],
    });
    await project(stage.db, stage.log);
    const row = (await stage.db.rows(runs)).find(({ agent }) => agent === "estimator");
    expect(row).toMatchObject({
      parentRunId: turnOf().id,
      trigger: "delegate",
      startedBy: "agent:steward",
      status: "finished",
      output: { hours: 4, confidence: 0.5 },
      confidence: 0.5,
    });
  });

  it("has a cost line, reservations and a trace of its own, within its turn's trace", async () => {
    await stage.turn("go", hands(), callsTool("read_books"), says("75."), says("ok"));
    const [sub] = subRunsOf();
    expect(sub?.figures).toMatchObject({ modelCalls: 2, toolCalls: 1, model: "claude-haiku-5-5" });
    expect(turnOf().figures).toMatchObject({ modelCalls: 2, toolCalls: 1 });
    expect(stage.log.store.get().costMicroUsd).toBe(
      turnOf().figures.costMicroUsd + (sub?.figures.costMicroUsd ?? 0),
    );
    expect(stage.spentMicroUsd).toBe(stage.log.store.get().costMicroUsd);
    await project(stage.db, stage.log);
    const trace = await findRunTrace(stage.db, null, turnOf().id);
    expect(trace?.subRuns).toMatchObject([
      { id: sub?.id, agent: "clerk", preview: "Task from Steward: What does Maria owe?", outcome: "75." },
    ]);
    expect(trace?.subRuns[0]?.steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "model claude-haiku-5-5",
      "tool read_books",
      "model claude-haiku-5-5",
    ]);
    expect(
      (await stage.db.rows(runTraces)).every(({ runId }) => [sub?.id, turnOf().id].includes(runId)),
    ).toBe(true);
  });

  it("shows its steps under the call that handed it over", async () => {
    await stage.turn("go", hands(), callsTool("read_books"), says("75."), says("ok"));
    const started = stage.of("tool.started");
    const [outer, inner] = started;
    expect(started.map(({ name, within }) => [name, within])).toEqual([
      ["delegate", undefined],
      ["read_books", outer?.toolCallId],
    ]);
    expect(stage.of("tool.finished").map(({ toolCallId }) => toolCallId)).toContain(inner?.toolCallId);
    expect(inner?.summary).toBe("Clerk: read_books");
  });
});

describe("what a sub-run puts before people", () => {
  it("belongs to the conversation and to the turn, which says the rest and waits for it", async () => {
    const letter: Answer = () =>
      reply(
        [
          { type: "text", text: "She owes 75; the letter asks for it." },
          { type: "tool_use", id: "toolu_same", name: "write_letter", input: {} },
        ],
        "tool_use",
      );
    const rest = says("She owes 75. The letter waits for you.");
    const handed = calls("delegate", TASK, "toolu_same");
    expect(await stage.turn("What does she owe? Write to her.", handed, letter, rest)).toBe(
      "waiting_approval",
    );
    const [, inner] = seen;
    expect(inner?.scope).toMatchObject({
      runId: turnOf().id,
      agent: "clerk",
      conversationId: expect.any(String),
    });
    // The two calls have the same id; what is derived from them differs.
    expect(inner?.call.id).toBe(`${subRunsOf()[0]?.id}.toolu_same`);
    expect(stage.log.store.openApprovals().map(({ id }) => id)).toEqual([`a.${inner?.call.id}`]);
    expect(answered()).toMatchObject({
      status: "awaiting_approval",
      specialist: "clerk",
      result: "She owes 75; the letter asks for it.",
      pending_actions: [{ approvalId: `a.${inner?.call.id}`, title: `Letter a.${inner?.call.id}` }],
    });
    // The clerk isn't asked again; who asked it reads what it said.
    expect(stage.requests.map(({ model }) => model)).toEqual([
      "claude-sonnet-5-5",
      "claude-haiku-5-5",
      "claude-sonnet-5-5",
    ]);
    expect(JSON.stringify(stage.requests[2]?.messages.at(-1))).toContain("the letter asks for it");
    const said = stage.log.messages.lastReply(turnOf().id);
    expect(said?.parts).toMatchObject([{ text: "She owes 75. The letter waits for you." }]);
    expect(subRunsOf()[0]).toMatchObject({ status: "ended", end: { reason: "waiting_approval" } });
  });

  it("as a question is the turn's question", async () => {
    expect(await stage.turn("go", hands(), callsTool("ask_user"))).toBe("waiting_answer");
    const [outer] = seen;
    expect(stage.log.store.get().question).toMatchObject({
      question: "Which Maria?",
      options: ["4B", "6A"],
      toolCallId: outer?.call.id,
    });
    expect(answered()).toMatchObject({ status: "asked", specialist: "clerk", question: "Which Maria?" });
  });
});

describe("the bounds of a sub-run", () => {
  it("are ten model calls, and with the last it says what is missing", async () => {
    const looks = Array.from({ length: 9 }, () => callsTool("read_books"));
    await stage.turn("go", hands(), ...looks, says("Half of it; the rest is missing."), says("ok"));
    const tenth = stage.requests[10];
    expect(JSON.stringify(tenth?.messages.at(-1))).toContain("This is your last answer for this task");
    expect(JSON.stringify(stage.requests[9]?.messages.at(-1))).not.toContain("last answer");
    expect(answered()).toEqual({
      specialist: "clerk",
      result: "Half of it; the rest is missing.",
      pending_actions: [],
    });
  });

  it("hold also where it goes on regardless", async () => {
    const looks = Array.from({ length: 10 }, () => callsTool("read_books"));
    await stage.turn("go", hands(), ...looks, says("ok"));
    expect(answered()).toMatchObject({
      specialist: "clerk",
      stopped: "It reached its limit of model calls.",
    });
    expect(subRunsOf()[0]?.figures.modelCalls).toBe(10);
  });

  it("are within what is left of the turn's money, which it counts against", async () => {
    stage.limits = { ...LIMITS, costMicroUsd: 90_000 };
    const looks = Array.from({ length: 30 }, () => callsTool("read_books"));
    expect(await stage.turn("go", hands(), ...looks)).toBe("limit_cost");
    expect(stage.log.store.get().costMicroUsd).toBeLessThanOrEqual(90_000);
  });

  it("end with the turn when a person stops it", async () => {
    const stopped: Answer = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
        setImmediate(() => stage.supervisor.stop({ kind: "user", name: "Dana" }));
      });
    expect(await stage.turn("go", hands(), stopped)).toBe("stopped_by_user");
    expect(subRunsOf()[0]).toMatchObject({ status: "ended", end: { reason: "stopped_by_user" } });
  });

  it("leave a turn that a person waits for free to go on where the sub-run's model is down", async () => {
    const down: Answer = () =>
      Promise.reject(new IntegrationError("anthropic", "down", { outcome: "not_applied", status: 500 }));
    expect(await stage.turn("go", hands(), down, says("The clerk is away."))).toBe("end_turn");
    expect(answered()).toMatchObject({
      status: "failed",
      specialist: "clerk",
      stopped: expect.stringContaining("model"),
    });
  });
});

describe("STREAM-KILL: a turn whose sub-run dies anywhere", () => {
  /** A conversation whose process dies at its nth event: a model call begins, a tool call begins, a tool call is done but not answered yet. */
  class Mortal extends Stage {
    readonly lived: string[] = [];
    readonly proposed: string[] = [];
    readonly #diesAt: number;
    #died: (() => void) | null = null;
    readonly death = new Promise<void>((resolve) => {
      this.#died = resolve;
    });

    constructor(diesAt: number, from?: Mortal) {
      super(undefined, from);
      this.#diesAt = diesAt;
      this.proposed = from?.proposed ?? [];
      this.answers = Array.from({ length: 30 }, () => async (request) => {
        await this.#event(`model ${request.model}`);
        return modelOf(request.system[0]?.text ?? "", request.messages.length);
      });
      this.answerTool = async (call) => {
        await this.#event(`begin ${call.name}`);
        if (call.name === "write_letter") {
          if (!this.proposed.includes(call.id)) this.proposed.push(call.id);
          await this.#event(`done ${call.name}`);
          return { status: "awaiting_approval", approvals: [approval(`a.${call.id}`)] };
        }
        if (call.name !== "delegate") await this.#event(`done ${call.name}`);
        return {};
      };
    }

    #event(name: string): Promise<void> {
      this.lived.push(name);
      if (this.lived.length !== this.#diesAt) return Promise.resolve();
      this.#died?.();
      return new Promise(() => {});
    }

    /** Runs until it dies or rests. */
    async live(): Promise<"died" | "rested"> {
      const rested = this.rest(...this.answers).then(() => "rested" as const);
      return Promise.race([this.death.then(() => "died" as const), rested]);
    }
  }

  /** What the models say, by what they were sent. */
  function modelOf(instructions: string, messages: number) {
    const step = (messages - 1) / 2;
    if (!instructions.includes("books")) return step === 0 ? hands()(...NEVER) : says("Done.")(...NEVER);
    const replies = [
      calls("read_books", {}, "toolu_read"),
      calls("note_books", {}, "toolu_note"),
      calls("write_letter", {}, "toolu_letter"),
    ];
    return replies[step]!(...NEVER);
  }
  const NEVER = [] as unknown as Parameters<Answer>;

  function outcome(one: Mortal) {
    const [sub] = subRunsOf(one);
    return {
      log: one.kinds(),
      sub: one.log.subRuns.messages(sub?.id ?? "").map(({ kind }) => kind),
      end: sub?.status === "ended" ? sub.end.reason : sub?.status,
      proposed: one.proposed,
      open: one.log.store.openApprovals().length,
      answer: answered(one)["status"],
    };
  }

  it("goes on where its log ends: no committed step is made again, nothing is lost, nothing proposed twice", async () => {
    const whole = new Mortal(0);
    whole.say("go");
    expect(await whole.live()).toBe("rested");
    const expected = outcome(whole);
    expect(expected).toMatchObject({
      log: ["inbound", "reply", "results", "reply"],
      sub: ["inbound", "reply", "results", "reply", "results", "reply", "results"],
      end: "waiting_approval",
      open: 1,
      answer: "awaiting_approval",
    });
    const points = whole.lived.length;
    expect(points).toBeGreaterThan(9);
    for (let point = 1; point <= points; point++) {
      const dead = new Mortal(point);
      dead.say("go");
      expect(await dead.live(), `point ${point}`).toBe("died");
      const next = new Mortal(0, dead);
      expect(await next.live(), `point ${point}`).toBe("rested");
      const where = `died at ${whole.lived[point - 1]}`;
      expect(outcome(next), where).toEqual({
        ...expected,
        proposed: [expect.stringContaining("toolu_letter")],
      });
      // What was under way is made again, and the call that hands the task over goes on; nothing else.
      const again = [...dead.lived, ...next.lived].length - points;
      expect(again, where).toBeLessThanOrEqual(3);
    }
  });

  it("gets there also where it dies again and again", async () => {
    let one = new Mortal(1);
    one.say("go");
    let lives = 1;
    while ((await one.live()) === "died") {
      lives += 1;
      one = new Mortal(lives, one);
    }
    expect(lives).toBeGreaterThan(4);
    expect(outcome(one)).toMatchObject({ end: "waiting_approval", open: 1 });
    expect(one.proposed).toHaveLength(1);
  });

  it("waits with its turn where the model is down and no person waits for it, and goes on in the same sub-run", async () => {
    const maria = { kind: "system", id: "system:steward", name: "A schedule" } as const;
    stage.accept({ messageId: "slot", author: maria, text: "Look at the books" });
    const down: Answer = () =>
      Promise.reject(new IntegrationError("anthropic", "down", { outcome: "not_applied", status: 500 }));
    await stage.rest(hands(), callsTool("read_books"), down);
    const waiting = stage.log.turns.queued()[0];
    expect(waiting?.putOff?.end.error?.code).toBe("upstream_failed");
    const [sub] = stage.log.subRuns.of(waiting?.id ?? "");
    expect(sub).toMatchObject({ status: "running", figures: { modelCalls: 1 } });
    stage.clock.time += 60_000;
    await stage.rest(says("75."), says("She owes 75."));
    expect(subRunsOf()).toMatchObject([{ id: sub?.id, status: "ended", end: { reason: "end_turn" } }]);
    expect(seen.filter(({ call }) => call.name === "read_books")).toHaveLength(1);
  });
});

describe("what was found goes with a task", () => {
  const BOOKS = {
    items: [{ link: "/knowledge/k1", title: "Ledger", at: "Mon 2026-11-23", quote: "Maria owes 75." }],
  };
  const lookUp = (): void => {
    const before = stage.answerTool;
    stage.answerTool = (call, scope) =>
      call.name === "look_up" ? Promise.resolve({ content: JSON.stringify(BOOKS) }) : before(call, scope);
  };
  const told = (at = 2) => JSON.stringify(stage.requests[at]?.messages);

  it("all of the turn's where nothing is named", async () => {
    lookUp();
    await stage.turn("Ask the clerk", callsTool("look_up"), hands(), says("75."), says("75 dollars."));
    expect(told()).toContain("Found by Steward, cut");
    expect(told()).toContain("Maria owes 75.");
    // What an earlier turn found doesn't go along by itself.
    await stage.turn("And again", hands(), says("75."), says("Still 75."));
    expect(JSON.stringify(stage.requests[5]?.messages)).not.toContain("Maria owes 75.");
  });

  it("what is named, also from an earlier turn", async () => {
    lookUp();
    await stage.turn("Look it up", callsTool("look_up"), says("Found."));
    await stage.turn("Ask", hands({ ...TASK, context_ids: ["/knowledge/k1"] }), says("75."), says("ok"));
    expect(told(3)).toContain("Maria owes 75.");
  });

  it("and a name that fits nothing is said, with those there are", async () => {
    lookUp();
    await stage.turn(
      "Look",
      callsTool("look_up"),
      hands({ ...TASK, context_ids: ["k9"] }),
      says("So be it."),
    );
    expect(answered()).toMatchObject({ status: "retry", message: expect.stringContaining("/knowledge/k1") });
    expect(subRunsOf()).toEqual([]);
  });
});
