/**
 * COST: what one of each kind of thing asks of D1 and of the objects, counted by the databases themselves inside workerd. `npm run capacity` writes what
 * is counted here into docs/capacity.md; the test fails where a bound is broken, or where the page says something else.
 */
import { beforeEach, expect, it, vi } from "vitest";
import { ConversationObject } from "../../../../durable-objects/conversation-object.ts";
import { TenantObject } from "../../../../durable-objects/tenant-object.ts";
import capacityPage from "../../../../docs/capacity.md?raw";
import { ALDER } from "../../../../sandbox/world/company.ts";
import { AgentRunner } from "../../../../src/agent/index.ts";
import { deliveries } from "../../../../src/platform/deliveries.ts";
import { workKinds } from "../../../../src/platform/work/kinds.ts";
import { DEFAULT_POLICY } from "../../../../src/team/api/policy.ts";
import { ApprovalWorkflow } from "../../../../workflows/approval-workflow.ts";
import { workOf } from "../../../support/clock.ts";
import {
  asStretch,
  costOf,
  countCosts,
  stretchesOf,
  type Cost,
  type CostCount,
} from "../../../support/cost-count.ts";
import { readCapacity, type Counted } from "../../../support/capacity-table.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { deliverEvent, deliverText } from "../../../support/quo-webhook.ts";
import { insertRow } from "../../../support/rows.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import { calls, newIdentity, Page, says, script, session, TENANT, until } from "../conversations/harness.ts";

const MARIA = "+14125550142";
const SOMEBODY = "+14125559876";
const WORDS = "The plumber comes at nine.";
/** Looks between which nothing was asked: what a thing set off is over. */
const QUIET_LOOKS = 25;
/** The page may differ by this share, or by so many: what runs side by side is not split into trips the same way each time. */
const SHARE = 0.15;
/** What is the same each time; what objects ask depends on what else they are at. */
const STABLE = ["statements", "trips", "rowsWritten"] as const;
const ROOM = 4;

/** What may be asked at most. COST of docs/promises.md, where it is kept; for the others what holds now. */
const BOUNDS: Readonly<Record<string, Partial<Cost>>> = {
  "turn of a chat, without tools": { statements: 12, trips: 6, largestObject: 80, askedTwice: 0 },
  // One of them is the session's, which is believed for half a minute.
  "page of conversations": { statements: 2, trips: 2, askedTwice: 0 },
  "page of agents’ scorecards": { statements: 10, trips: 7, askedTwice: 0 },
  // 40, and two that are kept for seconds (the connection, the urgent words), which a busy machine asks again.
  "text from a known number, read by the agent": { statements: 42, trips: 26, askedTwice: 0 },
  "text from a new number, read by the agent": { statements: 68, trips: 38, askedTwice: 0 },
  "reading of the events that these left": { statements: 8, trips: 7, askedTwice: 0 },
  "text proposed in a new chat": { statements: 46, trips: 34, askedTwice: 0 },
  // Who may read the conversation is asked for the pages, and again for the answer, which comes after the call outside.
  "approval of it, until it is sent and the chat has said so": { statements: 52, trips: 35, askedTwice: 1 },
  "echo of what was sent, with the events of all of it": { statements: 24, trips: 14, askedTwice: 0 },
};

/** Rows of D1 that a text may write from the person's request until its echo has come back, those of indexes included. */
const MOST_ROWS = 150;

/** What of the test's own asks is not counted. */
const uncounted = <Result>(work: () => Result): Result => asStretch("test", work);

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  const sms = { ...DEFAULT_POLICY.sms, debounceSeconds: 0.1, debounceMaxSeconds: 1 };
  await insertRow("settings", TENANT, {
    version: 1,
    policy: JSON.stringify({ ...DEFAULT_POLICY, sms, holdSeconds: 0 }),
    updated_by: "test",
    updated_at: "2026-11-20T10:00:00.000Z",
  });
});

/** The phone system's word that the text was delivered. */
function echoOf(id: string): object {
  const [line] = ALDER.quo.lines;
  const createdAt = new Date().toISOString();
  const message = {
    id,
    object: "message",
    from: line?.number,
    to: [MARIA],
    direction: "outgoing",
    text: WORDS,
    status: "delivered",
    createdAt,
    userId: "USdana0001",
    phoneNumberId: line?.phoneNumberId,
  };
  return {
    id: `EV${id}`,
    object: "event",
    apiVersion: "v4",
    createdAt,
    type: "message.delivered",
    data: { object: message },
  };
}

/** Whether everything that came in was read, and the runs of it are over. */
async function isAtRest(): Promise<boolean> {
  const open = await uncounted(() =>
    testEnv.DB.prepare(
      `select (select count(*) from texts where state = 'received') + (select count(*) from urgency_checks)
            + (select count(*) from runs where status = 'running') as n`,
    ).first<{ n: number }>(),
  );
  return open?.n === 0;
}

async function runsOver(): Promise<number> {
  const over = await uncounted(() =>
    testEnv.DB.prepare("select count(*) as n from runs where status <> 'running'").first<{ n: number }>(),
  );
  return over?.n ?? 0;
}

/** What each call from outside, run and piece of work asks stands by itself. */
function apart(): Disposable {
  const parts = [
    ...Array.from(workKinds().values(), (work) => stretchesOf("work", work, ["run", "runUrgent"])),
    stretchesOf("run", AgentRunner.prototype, ["run"]),
    stretchesOf("workflow", ApprovalWorkflow.prototype, ["run"]),
    stretchesOf("object", ConversationObject.prototype, [
      "send",
      "receiveTexts",
      "receiveNotice",
      "receiveTrigger",
      "deliverOutcome",
      "approvalChanged",
      "onJob",
      "markUrgent",
    ]),
  ];
  return {
    [Symbol.dispose]() {
      for (const part of parts) part[Symbol.dispose]();
    },
  };
}

type Alone = ReturnType<typeof costOf> & { readonly by: string };

function byStretch(asked: CostCount["asked"]): string {
  const counts = Map.groupBy(asked, ({ by, where }) => `${where} ${by.replace(/#\d+$/, "")}`);
  return Array.from(counts, ([by, { length }]) => `${by} ${length}`).join(", ");
}

class Ledger {
  readonly counted: Counted[] = [];
  /** Of each thing, how many statements each stretch of its work asked: where to look when it asks too much. */
  readonly asked = new Map<string, string>();
  readonly twice: string[] = [];
  readonly #count: CostCount;
  /** How much was asked when all was last at rest. */
  #atRest = -1;

  constructor(count: CostCount) {
    this.#count = count;
  }

  /** Without the test's own looks, and without what workflows do that other files of this process have left. */
  #own(): CostCount["asked"] {
    return this.#count.asked.filter(
      ({ by, from }) => !by.startsWith("test") && !from.includes("approval-workflow"),
    );
  }

  #asked(): number {
    return this.#own().length;
  }

  async rest(): Promise<void> {
    let [seen, looks] = [this.#asked(), 0];
    if (seen === this.#atRest) return;
    await until(async () => {
      const now = this.#asked();
      looks = now === seen ? looks + 1 : 0;
      seen = now;
      return looks >= QUIET_LOOKS && (await isAtRest());
    });
    this.#atRest = seen;
  }

  async #alone(work: () => Promise<unknown>): Promise<Alone> {
    await this.rest();
    this.#count.asked.length = 0;
    this.#atRest = -1;
    await asStretch("asked", work);
    await this.rest();
    const asked = this.#own();
    return { ...costOf(asked), by: byStretch(asked) };
  }

  /** What a thing costs with everything it sets off. */
  async measure(name: string, work: () => Promise<unknown>): Promise<void> {
    this.#note(name, await this.#alone(work));
  }

  /** The least that several of one kind cost: on a busy machine what is kept for seconds ends in the middle of one. */
  async measureLeast(name: string, works: readonly (() => Promise<unknown>)[]): Promise<void> {
    const costs: Alone[] = [];
    for (const work of works) costs.push(await this.#alone(work));
    const [least] = costs.toSorted((left, right) => left.cost.statements - right.cost.statements);
    if (least !== undefined) this.#note(name, least);
  }

  #note(name: string, { cost, twice, by }: Alone): void {
    this.asked.set(name, by);
    this.counted.push({ name, ...cost });
    this.twice.push(...twice.map((one) => `${name}: ${one}`));
  }
}

it("COST: no kind of thing asks more than its bound, and docs/capacity.md says what each costs", async () => {
  const headers = {
    cookie: await signIn("dana@alderfinch.example"),
    origin: "http://localhost:8787",
    "content-type": "application/json",
  };
  // No work of the one waits until the next is counted: other files of this process have delivered texts a moment ago.
  vi.spyOn(deliveries, "giveWay").mockImplementation((_owner, _untilMs, work) => work());
  using count = await countCosts();
  using _apart = apart();
  const ledger = new Ledger(count);

  const page = await Page.open(newIdentity(), await session());
  await script("marker-chat", [says("One."), says("Two.")]);
  const turn = async (): Promise<void> => {
    const before = page.of("turn.finished").length;
    page.send(`marker-chat ${before}`);
    await until(() => page.of("turn.finished").length > before);
  };
  await turn();
  await ledger.measure("turn of a chat, without tools", turn);
  const conversations = () => request("/api/conversations", { headers });
  await ledger.measureLeast("page of conversations", [conversations, conversations, conversations]);
  await ledger.measure("page of agents’ scorecards", () => request("/api/agent-scorecards", { headers }));

  await script(
    "marker-text",
    Array.from({ length: 5 }, () => says("[NO_ACTION_NEEDED]")),
  );
  // Until its own run is over: on a busy machine one may begin only after a quiet moment, and would be half counted here and half with the next text.
  const text = async (id: string, from: string): Promise<void> => {
    const before = await runsOver();
    await deliverText({ id, text: `Thanks marker-text ${id}`, from }, { byQueue: true });
    await until(async () => (await runsOver()) > before);
  };
  await text("AC1", MARIA);
  await ledger.measureLeast(
    "text from a known number, read by the agent",
    ["AC2", "AC4", "AC5"].map((id) => () => text(id, MARIA)),
  );
  await ledger.measure("text from a new number, read by the agent", () => text("AC3", SOMEBODY));
  await ledger.measure("reading of the events that these left", () => workOf("events.consume", TENANT));

  const second = await Page.open(newIdentity(), await session());
  await script("marker-cost", [
    { content: [calls("s_1", "send_message", { to: MARIA, text: WORDS })] },
    says("It was sent."),
  ]);
  const questions = ["admitSpeaker", "admitModelStep", "admitToolCall", "sessionAlive"] as const;
  const asked = questions.map((name) => vi.spyOn(TenantObject.prototype, name));
  await ledger.measure("text proposed in a new chat", async () => {
    second.send("marker-cost");
    await second.next("turn.finished", ({ stopReason }) => stopReason === "waiting_approval");
  });
  const { approval } = await second.next("approval.requested");
  await ledger.measure("approval of it, until it is sent and the chat has said so", async () => {
    const { id, effectHash } = approval;
    const decided = await request(`/api/approvals/${id}/decision`, {
      method: "POST",
      headers,
      body: JSON.stringify({ decision: "approve", effectHash, decisionId: crypto.randomUUID() }),
    });
    expect(decided.status).toBeLessThan(300);
    await until(() => second.of("turn.finished").length === 2);
  });
  const waitedFor = asked.map(({ mock }) => mock.calls.length);
  const sent = await testEnv.DB.prepare("select provider_id as id from effects where approval_id = ?")
    .bind(approval.id)
    .first<{ id: string }>();
  await ledger.measure("echo of what was sent, with the events of all of it", async () => {
    await deliverEvent(echoOf(sent?.id ?? ""), { byQueue: true });
    await workOf("events.consume", TENANT);
  });

  console.log(`COUNTED ${JSON.stringify(ledger.counted)}`);
  console.log(`asked twice:\n${ledger.twice.join("\n")}`);
  // What a turn waits for: the person's asks once who speaks and for its money, the outcome's for its money; the one call of a tool asks for itself.
  expect(waitedFor).toEqual([1, 1, 1, 0]);
  for (const { name, ...cost } of ledger.counted)
    for (const [what, most] of Object.entries(BOUNDS[name] ?? {}))
      expect(cost[what as keyof Cost], `${name}: ${what} (${ledger.asked.get(name)})`).toBeLessThanOrEqual(
        most,
      );
  const written = ledger.counted.slice(-3).reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
  expect(written, "rows of a text proposed, approved, sent and back").toBeLessThanOrEqual(MOST_ROWS);
  expectPage(ledger.counted);
});

/** The page says what was counted, nearly. */
function expectPage(counted: readonly Counted[]): void {
  const page = readCapacity(capacityPage);
  const stale = counted.flatMap(({ name, ...cost }) => {
    const said = page.get(name);
    if (said === undefined) return [`${name} is not on the page`];
    return STABLE.flatMap((what) => {
      const [value, shown] = [cost[what], said[what]];
      return Math.abs(value - shown) <= Math.max(ROOM, value * SHARE)
        ? []
        : [`${name}: ${what} is ${value}, the page says ${shown}`];
    });
  });
  expect(stale, "docs/capacity.md is stale: npm run capacity").toEqual([]);
}
