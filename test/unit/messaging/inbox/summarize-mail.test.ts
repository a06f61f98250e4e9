/** What people write into watched mailboxes is summarized once, within the day's number and the month, and found by it. */
import { beforeEach, describe, expect, it } from "vitest";
import type { MailMessage } from "../../../../src/platform/email/message.ts";
import { dbFor, events } from "../../../../src/platform/db/index.ts";
import { mailSource, summarizeInbox } from "../../../../src/messaging/inbox/index.ts";
import { acceptMail } from "../../../../src/messaging/inbox/accept-mail.ts";
import type { Summarized } from "../../../../src/knowledge/sources/index.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { insertInto } from "../../../support/insert-into.ts";

const TENANT = "tenant_alder";
const MAILBOX = "office@alderfinch.example";
const NOW_MS = Date.parse("2026-11-24T10:00:00.000Z");
const HOUR_MS = 3_600_000;
const LONG = "The boiler in 4B leaks again, and Walt said he would come on Thursday. ".repeat(8);
const iso = (ms: number): string => new Date(ms).toISOString();

class World {
  readonly d1 = nodeD1();
  readonly db = dbFor(this.d1, TENANT);
  readonly asked: string[] = [];
  nowMs = NOW_MS;
  answer: Summarized = { kind: "summary", text: "Maria asks for a plumber by Thursday.", names: [] };
  readonly clock = { now: () => this.nowMs };

  async receive(id: string, more: Partial<MailMessage> = {}, isPast = false): Promise<void> {
    const mail = {
      id,
      mailbox: MAILBOX,
      threadId: "t1",
      messageId: `<${id}@mail.example>`,
      inReplyTo: null,
      from: { name: "Maria Lopez", address: "maria@mail.example" },
      to: [MAILBOX],
      cc: [],
      replyTo: [],
      subject: `The ${id}`,
      text: LONG,
      quoted: "",
      hidden: "",
      attachments: [],
      labels: ["INBOX"],
      at: iso(this.nowMs),
      returned: null,
      isAutomatic: false,
      isVerified: true,
      ...more,
    } as unknown as MailMessage;
    const deps = {
      db: this.db,
      clock: this.clock,
      isOwnMail: () => Promise.resolve(false),
      noteReturned: () => Promise.resolve(false),
    };
    await acceptMail(deps, mail, { connectionId: "c", check: "general", isPast });
  }

  pressed = false;

  work() {
    const summarize = (question: string): Promise<Summarized> => {
      this.asked.push(/Subject: (.*)/.exec(question)?.[1] ?? question);
      return Promise.resolve(this.answer);
    };
    const written = () => Promise.resolve();
    const isPressed = () => Promise.resolve(this.pressed);
    return summarizeInbox({ db: this.db, clock: this.clock, summarize, written, isPressed }, Infinity);
  }

  async found(id: string) {
    return (await mailSource(this.db).load([`${MAILBOX}/${id}`]))[0];
  }
}

let world: World;
beforeEach(() => void (world = new World()));

describe("e-mails of watched mailboxes", () => {
  it("are asked about once, where a person wrote more than is read at a glance", async () => {
    await world.receive("boiler");
    await world.receive("newsletter", { isAutomatic: true });
    await world.receive("thanks", { text: "Thank you!" });
    await world.receive("answer", { labels: ["SENT"] });
    await world.receive("history", {}, true);
    expect(await world.work()).toBe("done");
    expect(await world.work()).toBe("done");
    expect(world.asked).toEqual(["The boiler"]);
    expect((await world.found("boiler"))?.summary).toBe("Maria asks for a plumber by Thursday.");
    expect((await world.found("newsletter"))?.summary).toBeUndefined();
    const told = (await world.db.rows(events)).filter(({ type }) => type === "mail.summary.made");
    expect(told.map(({ payload }) => payload["ids"])).toEqual([[`${MAILBOX}/boiler`]]);
  });

  it("are none where the answer can't be read, and hold up no other", async () => {
    world.answer = { kind: "none" };
    await world.receive("one");
    await world.receive("two");
    await world.work();
    await world.work();
    expect(world.asked.toSorted()).toEqual(["The one", "The two"]);
    expect((await world.found("one"))?.summary).toBeUndefined();
  });

  it("wait while the month has no room, and are forgotten once they are old", async () => {
    world.answer = { kind: "wait", problem: "No room.", untilMs: NOW_MS + 2 * HOUR_MS };
    for (const id of ["a", "b", "c", "d", "e"]) await world.receive(id);
    await world.work();
    const tried = world.asked.length;
    world.nowMs = NOW_MS + HOUR_MS;
    await world.work();
    expect(world.asked).toHaveLength(tried);
    world.answer = { kind: "summary", text: "Said.", names: [] };
    world.nowMs = NOW_MS + 2 * HOUR_MS;
    await world.work();
    expect((await world.found("e"))?.summary).toBe("Said.");

    world.asked.length = 0;
    await world.receive("late");
    world.nowMs += 8 * 24 * HOUR_MS;
    await world.work();
    expect(world.asked).toEqual([]);
  });

  it("wait while messages are checked for urgency", async () => {
    await world.receive("boiler");
    world.pressed = true;
    await world.work();
    world.pressed = false;
    await world.work();
    expect(world.asked).toEqual([]);
    world.nowMs += 31_000;
    await world.work();
    expect(world.asked).toEqual(["The boiler"]);
  });

  it("are so many a day and go on the next", async () => {
    for (let at = 0; at < 199; at++)
      await insertInto(world.d1, "mails", TENANT, {
        mailbox: MAILBOX,
        id: `old${at}`,
        thread_id: "t0",
        fingerprint: `old${at}`,
        summarized_at: iso(NOW_MS - HOUR_MS),
      });
    await world.receive("first");
    world.nowMs += 1_000;
    await world.receive("newest");
    await world.work();
    expect(world.asked).toEqual(["The newest"]);
    world.nowMs = NOW_MS + 24 * HOUR_MS;
    await world.work();
    expect(world.asked).toEqual(["The newest", "The first"]);
  });
});
