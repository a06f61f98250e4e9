/** What the recipient wrote last stands on the card of a draft, over the real tables. */
import { beforeEach, describe, expect, it } from "vitest";
import { decide, getApproval, propose } from "../../../src/approvals/index.ts";
import { mailThreadKey } from "../../../src/messaging/inbox/dispatch-mail.ts";
import { lastWords } from "../../../src/messaging/inbox/index.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import { nodeD1 } from "../../support/node-d1.ts";
import { insertInto } from "../../support/insert-into.ts";
import { freshWorld } from "./fresh-world.ts";
import { NUMBER, proposal, World } from "./harness.ts";

const THREAD = `sms:${NUMBER}`;
const WALT = "Walt is out until Monday, for anything urgent ask for Pete";
const DANA = { id: "user_dana", name: "Dana Whitfield" };

describe("the newest words of a number", () => {
  let world: World;
  beforeEach(async () => {
    await freshWorld();
    world = new World();
    world.lastWords.set(THREAD, { at: "2026-11-20T08:00:00.000Z", text: WALT });
  });

  it("stand on a draft to it while it waits, and not once it is decided", async () => {
    const draft = await propose(world.deps(), proposal({ text: "At 3." }));
    expect(draft.lastWords).toEqual([
      { conversationId: THREAD, target: draft.target, at: "2026-11-20T08:00:00.000Z", text: WALT },
    ]);
    const body = { decision: "reject", effectHash: draft.effectHash } as const;
    await decide(world.deps(), { approvalId: draft.id, by: DANA, body });
    expect(await getApproval(world.deps(), draft.id)).not.toHaveProperty("lastWords");
  });

  it("are cut, and what hides in them is shown", async () => {
    world.lastWords.set(THREAD, { at: "2026-11-20T08:00:00.000Z", text: `a\u202eb ${"word ".repeat(100)}` });
    const [said] = (await propose(world.deps(), proposal({ text: "At 3." }))).lastWords ?? [];
    expect(said?.text).not.toContain("\u202e");
    expect(said?.text.length).toBeLessThan(320);
    expect(said?.text).toMatch(/…$/);
  });
});

describe("what they wrote last", () => {
  const d1 = nodeD1();
  const db = dbFor(d1, "tenant_last");
  let ids = 0;
  const text = (number: string, minute: string, words: string, more: object = {}) =>
    insertInto(d1, "texts", "tenant_last", {
      id: `AC${++ids}`,
      fingerprint: `f${ids}`,
      direction: "incoming",
      contact_number: number,
      text: words,
      at: `2026-11-20T08:${minute}:00.000Z`,
      state: "handed",
      others: null,
      ...more,
    });
  const mail = (minute: string, words: string, more: object = {}) =>
    insertInto(d1, "mails", "tenant_last", {
      id: `m${++ids}`,
      fingerprint: `f${ids}`,
      thread_id: "t1",
      mailbox: "office@alderfinch.example",
      direction: "incoming",
      from_name: "Harold",
      from_address: "harold@birch.example",
      subject: "Statement",
      text: words,
      at: `2026-11-20T08:${minute}:00.000Z`,
      ...more,
    });

  it("is all of it without a word of ours between, in texts and e-mails, though we answered since", async () => {
    const [one, two, three] = ["+14125550101", "+14125550102", "+14125550103"];
    await text(one, "01", "Hello");
    await text(one, "02", "Hi", { direction: "outgoing" });
    await text(one, "03", "Walt is out");
    await text(one, "04", "Ask for Pete");
    await text(one, "05", "👍", { reason: "reaction" });
    await text(one, "06", "Thank you", { direction: "outgoing" });
    await text(two, "01", "Old words");
    await text(three, "30", "Only ours", { direction: "outgoing" });
    await mail("10", "Could you send October?");
    await mail("11", "For Steward alone", { reason: "by_member" });
    const keys = [one, two, three].map((number) => `sms:${number}`);
    const said = await lastWords(db, [...keys, mailThreadKey("t1")], "2026-11-20T08:02:30.000Z");
    expect([...said]).toEqual([
      [`sms:${one}`, { at: "2026-11-20T08:04:00.000Z", text: "Walt is out\nAsk for Pete" }],
      [mailThreadKey("t1"), { at: "2026-11-20T08:10:00.000Z", text: "Could you send October?" }],
    ]);
    expect(await lastWords(db, ["event:1"], "2026-11-01")).toEqual(new Map());
  });

  it("is another team's never", async () => {
    await text("+14125550109", "01", "Secret");
    const other = await lastWords(dbFor(d1, "tenant_other"), ["sms:+14125550109"], "2026-11-01");
    expect(other.size).toBe(0);
  });
});
