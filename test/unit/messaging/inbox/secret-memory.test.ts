/** What a sender may make us ask: a bad signature costs no query, and a replaced secret counts soon all the same. */
import { expect, it } from "vitest";
import { SecretMemory } from "../../../../src/messaging/inbox/index.ts";

function memory() {
  const time = { nowMs: 10_000 };
  const stored = new Map([["quo real", "one"]]);
  let asks = 0;
  const kept = new SecretMemory({ now: () => time.nowMs });
  const find = async (connection = "quo real", isFresh = false) => {
    const found = await kept.find(
      connection,
      () => {
        asks += 1;
        const secret = stored.get(connection);
        return Promise.resolve(secret === undefined ? null : { tenantId: "tenant", secrets: [secret] });
      },
      isFresh,
    );
    return found?.secrets[0] ?? null;
  };
  return { time, stored, find, asks: () => asks };
}

it("a thousand deliveries that the known secrets don't prove ask twice in two seconds", async () => {
  const { find, asks } = memory();
  for (let n = 0; n < 1_000; n++) {
    await find();
    await find("quo real", true);
  }
  expect(asks()).toBe(2);
});

it("a replaced secret counts at once, and after two seconds where its connection was just refused", async () => {
  const { find, stored, time } = memory();
  expect(await find()).toBe("one");
  stored.set("quo real", "two");
  expect(await find("quo real", true)).toBe("two");
  expect(await find()).toBe("two");
  stored.set("quo real", "three");
  expect(await find("quo real", true)).toBe("two");
  time.nowMs += 2_000;
  expect(await find("quo real", true)).toBe("three");
});

it("a connection there is none of is asked about once in two seconds, and believed once it is made", async () => {
  const { find, stored, asks, time } = memory();
  for (let n = 0; n < 100; n++) expect(await find("quo new")).toBeNull();
  expect(asks()).toBe(1);
  stored.set("quo new", "one");
  time.nowMs += 2_000;
  expect(await find("quo new")).toBe("one");
});

it("invented connections are few queries a second, and keep no one out who was there before", async () => {
  const { find, asks, time } = memory();
  await find();
  const before = asks();
  let refused = 0;
  for (let n = 0; n < 1_000; n++)
    await find(`quo invented ${n}`).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "unavailable" });
      refused += 1;
    });
  expect(asks() - before).toBe(20);
  expect(refused).toBe(980);
  time.nowMs += 900;
  expect(await find()).toBe("one");
  time.nowMs += 1_100;
  expect(await find(), "asked again, though its time is over").toBe("one");
});
