/**
 * A thing that was deleted where it was read is gone here: looked for in every table of the database, every file, and every table of every object. What stays is named below,
 * each with its reason.
 */
import { testContext } from "../../../support/context.ts";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, it } from "vitest";
import type { SearchObject } from "../../../../durable-objects/search-object.ts";
import type { VectorIndexObject } from "../../../../durable-objects/vector-index-object.ts";
import { searchObjectName, tenantObjectName, vectorNamespace } from "../../../../src/kernel/tenant-names.ts";
import { systemJobs } from "../../../../src/agent/schedules/jobs.ts";
import { continueKnowledge, summarizeMails } from "../../../../src/knowledge/sources/index.ts";
import { workOf } from "../../../support/clock.ts";
import { TestService } from "../../../support/reader.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import {
  calls,
  DANA,
  messagesOf,
  newIdentity,
  objectOf,
  says,
  script,
  stubOf,
  TENANT,
  until,
} from "../../agent/conversations/harness.ts";

/** Words of the thing, each of which stands in it alone: of its text, which an answer quotes, and of its title, its people and its summary, which none does. */
const QUOTED = ["zanzibarvalve"];
const UNQUOTED = ["ouagadougou", "kilimanjaro", "xylophone"];
const AT = "2026-11-21T09:20:00.000Z";
const MODEL = {
  EMBEDDINGS_URL: `${testEnv.TEST_SANDBOX_URL}/embeddings/v1`,
  EMBEDDINGS_KEY: "sandbox",
  EMBEDDINGS_MODEL: "use-lite-512",
};

/** What holds words of the thing after it is gone, and why. */
const STAYS: Readonly<Record<string, string>> = {
  "conversation.messages":
    "What was said in a conversation is the team's own record, byte for byte as the model read it: it goes with the conversation.",
  "conversation.tool_calls": "The same, of what the agent asked and got.",
  "conversation.conversation": "A conversation is called by the words it began with.",
  "DB.conversations": "The same, as lists show it.",
  "FILES transcripts": "The same, as its transcript holds it: deleted with the conversation.",
  "search.conversation, quoted":
    "What was said with Steward is found as its conversation says it, and goes from the index with it.",
};

type Sql = { exec(statement: string): { toArray(): Record<string, unknown>[] } };

function wordsIn(value: unknown): string[] {
  const text =
    value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? new TextDecoder("latin1").decode(value as ArrayBuffer)
      : String(value);
  return [...QUOTED, ...UNQUOTED].filter((word) => text.toLowerCase().includes(word));
}

const wordsInRow = (row: Record<string, unknown>): string[] => Object.values(row).flatMap(wordsIn);

/** Tables of an object that hold one of the words, with their rows. A virtual table shows other tables' rows; what it keeps itself is in tables of its own. */
function tablesOf(sql: Sql): [table: string, rows: Record<string, unknown>[]][] {
  const names = sql
    .exec("select name from sqlite_master where sql like 'create table%' and name not like '_cf_%'")
    .toArray();
  return names
    .map(({ name }): [string, Record<string, unknown>[]] => [
      String(name),
      sql
        .exec(`select * from "${String(name)}"`)
        .toArray()
        .filter((row) => wordsInRow(row).length > 0),
    ])
    .filter(([, rows]) => rows.length > 0);
}

const inObject = (stub: DurableObjectStub): Promise<[string, Record<string, unknown>[]][]> =>
  runInDurableObject(stub, (_object, state) => tablesOf(state.storage.sql as unknown as Sql));

const searchStub = async () =>
  testEnv.SEARCH.getByName(await searchObjectName(TENANT)) as unknown as DurableObjectStub<SearchObject>;
const vectorStub = async () =>
  testEnv.VECTOR_INDEX.getByName(
    await vectorNamespace(TENANT),
  ) as unknown as DurableObjectStub<VectorIndexObject>;

/** Where a file of the team is; those of a transcript are in a folder of their conversation's. */
function folderOf(key: string): string {
  const [, folder = "", within = ""] = key.split("/");
  return `FILES ${folder === "transcripts" ? folder : `${folder}/${within}`}`;
}

/** Everywhere a canary is. */
async function places(conversation: ReturnType<typeof newIdentity>): Promise<string[]> {
  const found = new Set<string>();
  const { results } = await testEnv.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%'",
  ).all<{ name: string }>();
  for (const { name } of results) {
    const rows = await testEnv.DB.prepare(`select * from "${name}"`).all<Record<string, unknown>>();
    if (rows.results.some((row) => wordsInRow(row).length > 0)) found.add(`DB.${name}`);
  }
  for (let cursor: string | undefined, more = true; more;) {
    const page = await testEnv.FILES.list(cursor === undefined ? {} : { cursor });
    for (const { key } of page.objects) {
      const object = await testEnv.FILES.get(key);
      if ([key, await object?.arrayBuffer()].flatMap(wordsIn).length > 0) found.add(folderOf(key));
    }
    more = page.truncated;
    cursor = page.truncated ? page.cursor : undefined;
  }
  for (const [table, rows] of await inObject(await searchStub())) {
    const isQuoted = rows.flatMap(wordsInRow).every((word) => QUOTED.includes(word));
    // Tables of full text hold words without whose they are.
    const isTalk = rows.every(({ source }) => source === "conversation" || source === undefined);
    found.add(isQuoted && isTalk ? "search.conversation, quoted" : `search.${table}`);
  }
  for (const [table] of await inObject(await vectorStub())) found.add(`vectors.${table}`);
  const tenant = testEnv.TENANTS.getByName(await tenantObjectName(TENANT)) as unknown as DurableObjectStub;
  for (const [table] of await inObject(tenant)) found.add(`tenant.${table}`);
  for (const [table] of await inObject(await stubOf(conversation))) found.add(`conversation.${table}`);
  return [...found].toSorted();
}

/** Brings everything that was written where it belongs, with vectors. */
async function settle(): Promise<void> {
  await workOf("events.consume", TENANT);
  const object = await searchStub();
  await until(async () => {
    await runInDurableObject(object, async (one: SearchObject) => {
      Object.assign(one, { env: { ...testEnv, ...MODEL } });
      await one.index(TENANT, []);
    });
    await runDurableObjectAlarm(object);
    return runInDurableObject(object, (_one, state) => {
      const [row] = [...state.storage.sql.exec<{ n: number }>("select count(*) as n from vector_work")];
      return row?.n === 0;
    });
  });
  // What is written to the vectors shows a moment later, and goes a moment later.
  await until(async () =>
    runInDurableObject(await vectorStub(), async (one: VectorIndexObject, state) => {
      await one.query(TENANT, { values: new Float32Array(512).fill(0.04), topK: 1 });
      const [row] = [...state.storage.sql.exec<{ n: number }>("select count(*) as n from pending")];
      return row?.n === 0;
    }),
  );
}

async function vectorCount(): Promise<number> {
  return runInDurableObject(await vectorStub(), (_one, state) => {
    const [row] = [...state.storage.sql.exec<{ n: number }>("select count(*) as n from vectors")];
    return row?.n ?? 0;
  });
}

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

it("is nowhere but where the conversations it was quoted in say so", async () => {
  const service = new TestService(TENANT, "email");
  const mail = {
    title: "About the ouagadougou",
    text: `The zanzibarvalve closes clockwise. ${"It is tested each spring. ".repeat(20)}`,
    at: "2026-11-20T10:00:00.000Z",
    people: ["Zoe Kilimanjaro"],
    facts: [
      ["From", "Zoe Kilimanjaro <kilimanjaro@vendor.example>"],
      ["To", "office@alderfinch.example"],
    ] as const,
  };
  service.things.set("m1", mail);
  service.things.set("m2", { ...mail, title: "Other", text: "It stays where it is.", people: [], facts: [] });
  await service.add(DANA, { summarizes: true });
  await continueKnowledge(service.deps, Date.now() + 60_000);
  const summarize = (question: string) =>
    Promise.resolve({
      kind: "summary",
      text: question.includes("zanzibarvalve") ? "The xylophone is due." : "It stays.",
      names: [],
    } as const);
  await summarizeMails({ ...service.deps, summarize, isPressed: async () => false }, Date.now() + 60_000);
  await settle();
  const withBoth = await vectorCount();

  // It is asked about, read by the agent, quoted and cited.
  const identity = newIdentity();
  await script("WHATVALVE", [
    { content: [calls("a", "retrieve_context", { query: "zanzibarvalve" })] },
    says("The zanzibarvalve closes clockwise."),
  ]);
  await (
    await objectOf(identity)
  ).send(identity, { messageId: "m1", author: DANA, text: "WHATVALVE: the zanzibarvalve?" });
  await until(
    async () =>
      (await testEnv.DB.prepare("select count(*) as n from runs where finished_at is not null").first(
        "n",
      )) === 1,
  );
  await until(async () =>
    (await testEnv.FILES.list()).objects.some(({ key }) => key.includes("/transcripts/")),
  );
  const said = await messagesOf(identity);
  expect(said.at(-1)?.contextUsed?.[0]?.title).toContain("ouagadougou");
  await settle();
  const before = await places(identity);
  for (const place of [
    "DB.knowledge_items",
    "DB.entities",
    "DB.entity_words",
    "search.items",
    "search.passages",
  ])
    expect(before).toContain(place);
  expect(before.some((place) => place.startsWith("FILES") && !Object.hasOwn(STAYS, place))).toBe(true);

  service.things.delete("m1");
  service.aheadMs += 25 * 3_600_000;
  await continueKnowledge(service.deps, Date.now() + service.aheadMs + 60_000);
  await settle();
  // The next night works the last of it out of the index.
  await systemJobs()["search.check"]?.(testContext(TENANT), { scheduleId: "check", slotAt: AT });
  await until(async () => {
    await runDurableObjectAlarm(await searchStub());
    return (await (await searchStub()).status(TENANT)).check;
  });
  await settle();
  expect(await places(identity)).toEqual(Object.keys(STAYS).toSorted());
  expect(await vectorCount()).toBeLessThan(withBoth + 2);
  const { results } = await testEnv.DB.prepare("select title from knowledge_items").all();
  expect(results).toEqual([{ title: "Other" }]);
}, 240_000);
