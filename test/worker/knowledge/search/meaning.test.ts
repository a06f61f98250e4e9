/** Finding by meaning in the running objects, with the sandbox's model: what shares no word is found, a moment after it came in, by its own team alone. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { SearchObject } from "../../../../durable-objects/search-object.ts";
import type { VectorIndexObject } from "../../../../durable-objects/vector-index-object.ts";
import { searchObjectName, vectorNamespace } from "../../../../src/kernel/tenant-names.ts";
import type { SearchItem } from "../../../../src/platform/api/search-items.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import { until } from "../../agent/conversations/harness.ts";

const TENANT = "tenant_alder";
const MODEL = {
  EMBEDDINGS_URL: `${testEnv.TEST_SANDBOX_URL}/embeddings/v1`,
  EMBEDDINGS_KEY: "sandbox",
  EMBEDDINGS_MODEL: "use-lite-512",
};

const stub = async () =>
  testEnv.SEARCH.getByName(await searchObjectName(TENANT)) as unknown as DurableObjectStub<SearchObject>;
const vectors = async () =>
  testEnv.VECTOR_INDEX.getByName(
    await vectorNamespace(TENANT),
  ) as unknown as DurableObjectStub<VectorIndexObject>;

/** The object as a deployment that has a model would have it. */
async function withModel<Result>(work: (object: SearchObject) => Promise<Result>): Promise<Result> {
  return runInDurableObject(await stub(), async (object: SearchObject) => {
    Object.assign(object, { env: { ...testEnv, ...MODEL } });
    return work(object);
  });
}

const item = (id: string, text: string): SearchItem => ({
  source: "sms",
  id,
  title: "Maria Lopez",
  text,
  at: new Date(Date.now() - 86_400_000).toISOString(),
  url: `/texts/${id}`,
  thread: null,
});

const ask = (question: string) =>
  withModel(async (object) => (await object.retrieve(TENANT, { question, limit: 3 })).map(({ id }) => id));

async function embedAll(): Promise<void> {
  await until(async () => {
    await runDurableObjectAlarm(await stub());
    return withModel((object) => Promise.resolve(waiting(object) === 0));
  });
  // As in Vectorize, what was written shows a moment later.
  await until(async () =>
    runInDurableObject(await vectors(), async (object: VectorIndexObject) => {
      const values = new Float32Array(512).fill(0.04);
      return (await object.query(TENANT, { values, topK: 5 })).length > 0;
    }),
  );
}

/** What no call tells: it is asked of the object's own table. */
const waiting = (object: SearchObject): number =>
  (object as unknown as { ctx: DurableObjectState }).ctx.storage.sql
    .exec<{ n: number }>("select count(*) as n from vector_work")
    .one().n;

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

describe("meaning", () => {
  it("finds what shares no word with the question, and nothing once it is gone", async () => {
    await withModel((object) =>
      object.index(TENANT, [
        item("1", "My dog ran away this morning"),
        item("2", "The invoice for October is attached"),
        item("3", "We leave the keys under the mat"),
      ]),
    );
    expect(await ask("Which pet escaped?")).toEqual([]);
    await embedAll();
    expect((await ask("Which pet escaped?"))[0]).toBe("1");
    await withModel((object) => object.remove(TENANT, [{ source: "sms", id: "1" }]));
    expect(await ask("Which pet escaped?")).not.toContain("1");
  });

  it("is done without while the model is down, and caught up with once it answers", async () => {
    await control("faults", { service: "embeddings", status: 503, count: 1_000 });
    await withModel((object) => object.index(TENANT, [item("1", "My dog ran away this morning")]));
    await runDurableObjectAlarm(await stub());
    expect(await withModel((object) => Promise.resolve(waiting(object)))).toBe(1);
    expect(await ask("Did the dog run away?")).toEqual(["1"]);
    await control("reset", {});
    await embedAll();
    expect((await ask("Which pet escaped?"))[0]).toBe("1");
  });

  it("is read again by a reranker where the deployment has one, and stays in its order where that fails", async () => {
    const indexObject = await stub();
    const ask = (run: (model: string, input: { contexts: { text: string }[] }) => Promise<unknown>) =>
      runInDurableObject(indexObject, async (object: SearchObject) => {
        Object.assign(object, { env: { ...testEnv, ...MODEL, AI: { run } } });
        return (await object.retrieve(TENANT, { question: "Where did the dog run?", limit: 2 })).map(
          ({ id }) => id,
        );
      });
    await withModel((object) =>
      object.index(TENANT, [
        item("1", "The dog can run where it likes"),
        item("2", "A dog barked"),
        item("3", "Dog in the garden"),
      ]),
    );
    const asked: string[] = [];
    const reversed = await ask((model, { contexts }) => {
      asked.push(model);
      const response = contexts.map(({ text }, id) => ({ id, score: text.includes("garden") ? 0.9 : 0.1 }));
      return Promise.resolve({ response });
    });
    expect(asked).toEqual(["@cf/baai/bge-reranker-base"]);
    expect(reversed).toEqual(["3", "1"]);
    const inOrder = await ask(() => Promise.reject(new Error("3040: capacity")));
    expect(inOrder[0]).toBe("1");
    expect(inOrder).toHaveLength(2);
  });

  it("is one team's: its vectors are no other team's to ask, and go with its index", async () => {
    await withModel((object) => object.index(TENANT, [item("1", "My dog ran away this morning")]));
    await embedAll();
    await runInDurableObject(await vectors(), async (object: VectorIndexObject) => {
      await expect(object.query("tenant_harbor", { values: new Float32Array(512), topK: 5 })).rejects.toThrow(
        /another team/,
      );
    });
    await withModel((object) => object.wipe());
    await runInDurableObject(await vectors(), async (object: VectorIndexObject) => {
      await object.wipe();
      expect(await object.left()).toEqual({});
    });
  });
});
