/** What cannot be handled keeps nothing else waiting: one team's trouble is no other's, one poisoned thing stops no other, and a long queue is worked through. */
import { testContext } from "../../../support/context.ts";
import { DEFAULT_POLICY } from "../../../../src/team/api/policy.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { textInbox } from "../../../../src/messaging/open-inbox.ts";
import { ringDeps } from "../../../../src/notifications/open.ts";
import type { MailMessage } from "../../../../src/platform/email/message.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import {
  checkMail,
  mailSource,
  mailStream,
  dispatchKeys,
  sweep,
  textStream,
  type InboxDeps,
  type PollDeps,
} from "../../../../src/messaging/inbox/index.ts";
import { systemClock } from "../../../../src/kernel/clock.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { advanceDueNotifications } from "../../../../src/notifications/index.ts";
import { DEFAULT_MAIL_CHECKS } from "../../../../src/messaging/api/mail.ts";
import { insertRow } from "../../../support/rows.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

const ALDER = "tenant_alder";
const OFFICE = "office@alderfinch.example";

async function rows<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
  const { results } = await testEnv.DB.prepare(sql)
    .bind(...values)
    .all<Row>();
  return results;
}

const stateOf = async (table: "texts" | "mails", id: string) =>
  (await rows<{ state: string }>(`select state from ${table} where id = ?`, id))[0]?.state;

/** Texts that wait, one a second from `from` on. */
async function waitingTexts(tenantId: string, prefix: string, count: number, from: string): Promise<void> {
  await testEnv.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?3)
     insert into texts (tenant_id, id, connection_id, direction, line_number, contact_number, text, attachments, at, fingerprint, received_at, state, attempts)
     select ?1, ?2 || i, 'c', 'incoming', '+14125550100', '+1412555' || (2000 + i), 'Hello', 0, ?4, ?2 || i,
            strftime('%Y-%m-%dT%H:%M:%fZ', ?4, '+' || i || ' seconds'), 'received', 0 from n`,
  )
    .bind(tenantId, prefix, count, from)
    .run();
}

/** The texts of a team, whose conversations may be out of order. */
function textsOf(tenantId: string, isBroken = false) {
  const deps: InboxDeps = {
    ...textInbox(testContext(tenantId)),
    logger: silentLogger,
    contactOf: () => Promise.resolve(null),
    tellUnread: () => Promise.resolve(),
    receive: () => (isBroken ? Promise.reject(new Error("down")) : Promise.resolve()),
  };
  return textStream(deps);
}

const mailOf = (id: string): MailMessage => ({
  id,
  mailbox: OFFICE,
  threadId: `thread-${id}`,
  messageId: `<${id}@mail.example>`,
  inReplyTo: null,
  references: [],
  from: { name: "Nora", address: "nora@mail.example" },
  to: [OFFICE],
  cc: [],
  replyTo: [],
  subject: "Hello",
  text: id,
  quoted: "",
  hidden: "",
  snippet: "",
  labels: id.startsWith("sent") ? ["SENT"] : ["INBOX"],
  attachments: [],
  returned: null,
  isAutomatic: false,
  isVerified: false,
  at: "2026-11-20T10:00:00.000Z",
});

/** A mailbox in which some e-mails cannot be read. Answers the ids that came through. */
function mailbox(ids: readonly string[], poisoned: readonly string[]) {
  const received: string[] = [];
  const told: string[] = [];
  const settled: string[] = [];
  const deps: PollDeps = {
    db: dbFor(testEnv.DB, ALDER),
    clock: systemClock,
    logger: silentLogger,
    contactOf: () => Promise.resolve(null),
    routeTo: () => Promise.resolve(null),
    receive: (_identity, emails) => {
      received.push(...emails.map(({ text }) => text.split("\n").at(-1) ?? ""));
      return Promise.resolve();
    },
    isOwnMail: () => Promise.resolve(false),
    noteReturned: () => Promise.resolve(false),
    markThreadStale: () => Promise.resolve(),
    showSent: () => Promise.resolve(),
    settings: () => Promise.resolve(DEFAULT_POLICY.sms),
    judge: () => Promise.resolve(),
    settleUrgent: () => Promise.resolve(),
    ownWords: async (text) => ({ own: text, others: "" }),
    answersAt: () => Promise.resolve(null),
    memberAt: () => Promise.resolve(null),
    isInSent: () => Promise.resolve(false),
    receiveFromMember: () => Promise.reject(new Error("no member writes here")),
    tellUnread: () => Promise.resolve(),
    connection: {
      id: "c",
      watchedSince: "2026-01-01T00:00:00.000Z",
      settings: {
        watched: [OFFICE],
        calendars: [],
        actAs: { chat: "own", background: OFFICE },
        checks: DEFAULT_MAIL_CHECKS,
        answersAt: null,
        markInGmail: false,
      },
    },
    mailboxes: {
      list: (_mailbox, query) =>
        Promise.resolve({ ids: query.startsWith("in:sent") ? ["sent-1"] : ids.toReversed(), next: null }),
      newsSince: () => Promise.resolve({ state: "1", hasNews: true }),
      read: (_mailbox, id) =>
        poisoned.includes(id)
          ? Promise.reject(new IntegrationError("google", "google answered 500", { status: 500 }))
          : Promise.resolve(mailOf(id)),
    },
    handOut: async (threads) => {
      const stream = mailStream({ ...deps, tellUnread: () => Promise.resolve() });
      for (const thread of threads) await dispatchKeys(stream, [thread], Infinity);
    },
    tellUnreadable: ({ id }) => {
      told.push(id);
      return Promise.resolve();
    },
    settleUnreadable: ({ id }) => {
      settled.push(id);
      return Promise.resolve();
    },
    mark: () => Promise.resolve(),
  };
  return { deps, received, told, settled };
}

beforeEach(freshWorld);

describe("a text", () => {
  it("waits behind no text that cannot be dispatched, however many", async () => {
    await waitingTexts(ALDER, "stuck", 220, "2026-11-21T00:00:00.000Z");
    expect(await sweep(textsOf(ALDER, true), Infinity)).toBe("done");
    await waitingTexts(ALDER, "fine", 1, "2026-11-21T12:00:00.000Z");
    await testEnv.DB.prepare("update texts set contact_number = '+14125559999' where id = 'fine1'").run();
    const onlyFine = textsOf(ALDER);
    const broken = textsOf(ALDER, true);
    const mixed = {
      ...broken,
      dispatch: (row: Parameters<typeof broken.dispatch>[0]) =>
        row.key === "+14125559999" ? onlyFine.dispatch(row) : broken.dispatch(row),
    };
    for (let look = 0; look < 3; look++) await sweep(mixed, Infinity);
    expect(await stateOf("texts", "fine1")).not.toBe("received");
    expect(await stateOf("texts", "stuck1")).toBe("received");
    while ((await sweep(textsOf(ALDER), Infinity)) === "more");
    expect(await rows("select id from texts where state = 'received'")).toEqual([]);
  });

  it("of a number goes in order with the others of the number, and holds them up for a few tries at most", async () => {
    await waitingTexts(ALDER, "line", 3, "2026-11-21T00:00:00.000Z");
    await testEnv.DB.prepare("update texts set contact_number = '+14125559999', at = received_at").run();
    const went: string[] = [];
    const stream = textsOf(ALDER);
    const poisoned = {
      ...stream,
      async dispatch(row: Parameters<typeof stream.dispatch>[0]) {
        if (row.row.id === "line1") throw new Error("poisoned");
        await stream.dispatch(row);
        went.push(row.row.id);
      },
      async dispatchTogether(rows: readonly Parameters<typeof stream.dispatch>[0][]) {
        for (const row of rows) await poisoned.dispatch(row);
      },
    };
    await dispatchKeys(poisoned, ["+14125559999"], Infinity);
    await dispatchKeys(poisoned, ["+14125559999"], Infinity);
    expect(went).toEqual([]);
    await dispatchKeys(poisoned, ["+14125559999"], Infinity);
    expect(went).toEqual(["line2", "line3"]);
  });
});

describe("an e-mail", () => {
  it("waits behind none that cannot be read, and the look still says that something was wrong", async () => {
    const { deps, received } = mailbox(["m1", "m2", "m3"], ["m1", "sent-1"]);
    await expect(checkMail(deps, "general", Infinity)).rejects.toBeInstanceOf(IntegrationError);
    expect(received).toEqual(["m2", "m3"]);
    const healed = mailbox(["m1", "m2", "m3"], []);
    await checkMail(healed.deps, "general", Infinity);
    expect(healed.received).toEqual(["m1"]);
  });

  it("does not wait for many that can never be read; a person is told of those, and no more once they are read", async () => {
    const poisoned = Array.from({ length: 5 }, (_, index) => `p${index}`);
    const ids = [...poisoned, "m1"];
    const look = async () => {
      const looked = mailbox(ids, poisoned);
      await expect(checkMail(looked.deps, "general", Infinity)).rejects.toBeInstanceOf(IntegrationError);
      return looked;
    };
    expect((await look()).received).toEqual(["m1"]);
    expect((await look()).received).toEqual([]);
    ids.push("m2");
    const third = await look();
    expect(third.received).toEqual(["m2"]);
    expect(third.told).toEqual(poisoned);
    const healed = mailbox(ids, []);
    await checkMail(healed.deps, "general", Infinity);
    expect(healed.received).toEqual(poisoned);
    expect(healed.settled).toEqual(poisoned);
    expect(await rows("select id from mail_backlog")).toEqual([]);
  });

  it("that a colleague sent to themselves as well is an answer by hand and starts nothing", async () => {
    const { deps, received } = mailbox([], []);
    const both = { ...mailOf("sent-1"), labels: ["SENT", "INBOX", "UNREAD"] };
    const own: PollDeps = {
      ...deps,
      mailboxes: {
        ...deps.mailboxes,
        list: () => Promise.resolve({ ids: ["sent-1"], next: null }),
        read: () => Promise.resolve(both),
      },
    };
    await checkMail(own, "general", Infinity);
    await checkMail(own, "general", Infinity);
    expect(received).toEqual([]);
    expect(await rows("select state, reason from mails")).toEqual([{ state: "recorded", reason: "by_hand" }]);
  });

  it("of a mailbox that answers nothing is not asked for one by one", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `m${index}`);
    let asked = 0;
    const { deps } = mailbox(ids, ids);
    const counting = {
      ...deps,
      mailboxes: {
        ...deps.mailboxes,
        read: (address: string, id: string) => {
          asked += 1;
          return deps.mailboxes.read(address, id);
        },
      },
    };
    await expect(checkMail(counting, "general", Infinity)).rejects.toBeInstanceOf(IntegrationError);
    expect(asked).toBeLessThan(10);
  });

  it("is read for the index by its key, however many there are", async () => {
    const asked: [string, unknown[]][] = [];
    const watched = new Proxy(testEnv.DB, {
      get(target, name) {
        if (name !== "prepare") return Reflect.get(target, name) as unknown;
        return (query: string) => {
          const statement = target.prepare(query);
          return new Proxy(statement, {
            get(inner, key) {
              if (key !== "bind") return Reflect.get(inner, key) as unknown;
              return (...values: unknown[]) => {
                asked.push([query, values]);
                return inner.bind(...values);
              };
            },
          });
        };
      },
    });
    const { deps } = mailbox(["m1", "m2", "m3"], ["sent-1"]);
    await checkMail(deps, "general", Infinity).catch(() => {});
    const source = mailSource(dbFor(watched, ALDER));
    expect((await source.load([`${OFFICE}/m1`, `${OFFICE}/m3`, "other@x.example/m2"])).length).toBe(2);
    const first = await source.page(null, 2);
    const second = await source.page(first.next, 2);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(
      ["m1", "m2", "m3"].map((id) => `${OFFICE}/${id}`),
    );
    expect(second.next).toBeNull();
    for (const [query, values] of asked) {
      const plan = await rows<{ detail: string }>(`explain query plan ${query}`, ...values);
      const steps = plan.map(({ detail }) => detail);
      expect(steps.join("\n")).not.toContain("TEMP B-TREE");
      const looks = steps.filter((detail) => detail.includes("mails"));
      if (query.includes("json_each")) expect(looks.join("\n")).toContain("mailbox=? AND id=?");
    }
    expect(asked).toHaveLength(3);
    expect(asked.filter(([query]) => query.includes("json_each"))).toHaveLength(1);
  });
});

describe("the people on call", () => {
  it("are asked for what is urgent in the same minute, however much is rung for beside it", async () => {
    const due = "2026-11-21T00:00:00.000Z";
    await testEnv.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 130)
       insert into notifications (id, tenant_id, dedupe_key, kind, title, body, url, urgent, created_at, ordinal, escalations, due_at)
       select 'n' || i, ?1, 'team:' || i, 'alert', 'News', '', '/', 0, ?2, 0, 0, ?2 from n`,
    )
      .bind(ALDER, due)
      .run();
    const common = { kind: "alert", title: "Fire", body: "", url: "/", created_at: due, ordinal: 0 };
    await insertRow("notifications", ALDER, {
      ...common,
      id: "urgent",
      dedupe_key: "team:urgent",
      urgent: 1,
      escalations: 0,
      due_at: "2026-11-21T00:00:01.000Z",
    });
    const order: boolean[] = [];
    await advanceDueNotifications(
      {
        ...ringDeps(testContext(ALDER)),
        logger: silentLogger,
        timeZone: async () => {
          const left = await rows("select id from notifications where id = 'urgent' and due_at < ?", soon());
          order.push(left.length === 0);
          return "UTC";
        },
      },
      Infinity,
    );
    expect(order).toHaveLength(131);
    expect(order[0]).toBe(true);
    expect(await rows("select id from notifications where due_at < ?", new Date().toISOString())).toEqual([]);
  });
});

const soon = (): string => new Date().toISOString();
