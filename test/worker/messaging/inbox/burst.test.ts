/** Several texts of one number that wait are handed over in one go: once each and in order, wherever the work is cut off. */
import { testContext } from "../../../support/context.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { textInbox } from "../../../../src/messaging/open-inbox.ts";
import { dispatchKeys, textStream, type InboxDeps } from "../../../../src/messaging/inbox/index.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { asStretch, countCosts } from "../../../support/cost-count.ts";
import { insertRow } from "../../../support/rows.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";
import { messagesOf, TENANT, textOf } from "../../agent/conversations/harness.ts";

const MARIA = "+14125550142";
const NOBODY = "+14125559876";
const THREE = ["No heat", "since last night", "unit 4B"];

beforeEach(freshWorld);

async function waiting(words: readonly string[], number = MARIA): Promise<void> {
  for (const [place, text] of words.entries())
    await insertRow("texts", TENANT, {
      id: `AC${number}.${place}`,
      connection_id: "c",
      direction: "incoming",
      line_number: "+14125550100",
      contact_number: number,
      text,
      attachments: 0,
      at: `2026-11-21T15:00:0${place}.000Z`,
      fingerprint: `${number}.${place}`,
      received_at: new Date().toISOString(),
      state: "received",
      attempts: 0,
    });
}

/** The inbox, in which nobody judges what can wait. */
function inbox(change: Partial<InboxDeps> = {}): InboxDeps {
  const deps = textInbox(testContext(TENANT));
  return { ...deps, logger: silentLogger, judgeSoon: () => Promise.resolve(), ...change };
}

const rows = async (sql: string) => (await testEnv.DB.prepare(sql).all()).results;

async function expectOnce(words: readonly string[], number = MARIA): Promise<void> {
  const messages = await messagesOf({ tenantId: TENANT, conversationId: `sms:${number}`, source: "sms" });
  const said = messages.filter(({ author }) => author.kind === "contact");
  expect(said.map(textOf)).toEqual(words);
  expect(new Set(said.map(({ turnId }) => turnId)).size).toBe(1);
  expect(await rows("select distinct state, reason, attempts from texts")).toEqual([
    { state: "handed", reason: null, attempts: 1 },
  ]);
  expect(await rows("select words from urgency_checks order by id")).toEqual(
    words.map((one) => ({ words: one })),
  );
}

describe("texts of one number that wait", () => {
  it("are one call of their conversation, and nine ask no more of the database than two", async () => {
    const costs: number[] = [];
    for (const [number, count] of [
      [NOBODY, 2],
      [MARIA, 9],
    ] as const) {
      await freshWorld();
      const words = Array.from({ length: count }, (_, place) => `Text ${place}`);
      await waiting(words, number);
      let calls = 0;
      const deps = inbox();
      const receive: InboxDeps["receive"] = (...given) => {
        calls += 1;
        return deps.receive(...given);
      };
      using asked = await countCosts();
      await asStretch("burst", () => dispatchKeys(textStream({ ...deps, receive }), [number], Infinity));
      costs.push(asked.asked.filter(({ where, by }) => where === "d1" && by.startsWith("burst")).length);
      expect(calls).toBe(1);
      await expectOnce(words, number);
    }
    expect(costs[1]).toBeLessThanOrEqual(costs[0] ?? 0);
  });

  it.each([
    ["before their conversation has them", { receive: "before" }],
    ["once their conversation has them", { receive: "after" }],
    ["before they are settled", { batch: "before" }],
    ["once they are settled", { batch: "after" }],
  ] as const)("are each in one run, once, where the work is killed %s", async (_name, at) => {
    await waiting(THREE);
    const deps = inbox();
    const killed = async <Result>(when: "before" | "after", work: () => Promise<Result>): Promise<Result> => {
      if (when === "after") await work();
      throw new Error("killed");
    };
    const dying: InboxDeps =
      "receive" in at
        ? { ...deps, receive: (...given) => killed(at.receive, () => deps.receive(...given)) }
        : { ...deps, db: { ...deps.db, batch: (given) => killed(at.batch, () => deps.db.batch(given)) } };
    const stream = textStream(dying);
    const found = await stream.waiting(MARIA, 50);
    expect(found).toHaveLength(3);
    await expect(stream.dispatchTogether?.(found)).rejects.toThrow("killed");
    await dispatchKeys(textStream(inbox()), [MARIA], Infinity);
    await expectOnce(THREE);
  });

  it("go one by one where one of them cannot be dispatched, and those before it are not held up", async () => {
    await waiting(THREE);
    const deps = inbox();
    const receive: InboxDeps["receive"] = (identity, texts) =>
      texts.some(({ text }) => text === "unit 4B")
        ? Promise.reject(new Error("down"))
        : deps.receive(identity, texts);
    await dispatchKeys(textStream({ ...deps, receive }), [MARIA], Infinity);
    expect(await rows("select text, state from texts order by at")).toEqual([
      { text: "No heat", state: "handed" },
      { text: "since last night", state: "handed" },
      { text: "unit 4B", state: "received" },
    ]);
    await testEnv.DB.prepare("update texts set attempts = 1").run();
    await dispatchKeys(textStream(deps), [MARIA], Infinity);
    await testEnv.DB.prepare("update texts set attempts = 1").run();
    await expectOnce(THREE);
  });

  it("keep their order with what the team wrote between them, and each its own reason", async () => {
    await waiting(["No heat", "👍", "On my way", "Thanks, unit 4B"]);
    await testEnv.DB.prepare("update texts set direction = 'outgoing' where text = 'On my way'").run();
    await dispatchKeys(textStream(inbox()), [MARIA], Infinity);
    expect(await rows("select text, state, reason from texts order by at")).toEqual([
      { text: "No heat", state: "handed", reason: null },
      { text: "👍", state: "recorded", reason: "reaction" },
      { text: "On my way", state: "recorded", reason: "by_hand" },
      { text: "Thanks, unit 4B", state: "handed", reason: null },
    ]);
    const messages = await messagesOf({ tenantId: TENANT, conversationId: `sms:${MARIA}`, source: "sms" });
    expect(messages.map(textOf)).toEqual(["No heat", "Thanks, unit 4B"]);
  });
});
