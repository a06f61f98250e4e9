/** One list of checks for both stores of vectors: the laptop's, and Vectorize as its REST API is spoken; the command that asks a real account names what differs. */
import { afterEach, describe, expect, it } from "vitest";
import { memoryDatabase } from "../../../../scripts/local-search.ts";
import { checkAccount } from "../../../../scripts/vectors-check.ts";
import { SketchIndex, type VectorStore } from "../../../../src/knowledge/vectors/index.ts";
import { ACCOUNT, startCloudflareRest, TOKEN, type Flaws } from "../../../support/cloudflare-rest.ts";
import { checkVectors } from "../../../contracts/vectors.ts";

/** Long enough for a machine with other work. */
const QUICK = { pauseMs: 10, times: 300 };
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

it("the index of sketches is as the product relies on", async () => {
  let now = 0;
  const indexes = new Map<string, SketchIndex>();
  const store = (namespace: string): VectorStore => {
    const index = indexes.get(namespace) ?? new SketchIndex(memoryDatabase(), 1_000);
    indexes.set(namespace, index);
    return {
      upsert: async (records) => index.upsert(records, now),
      remove: async (ids) => index.remove(ids, now),
      there: async (ids) => index.there(ids),
      query: async (query) => index.query(query, now),
    };
  };
  const pause = async (): Promise<void> => void (now += 500);
  const checked = await checkVectors({ store, pause, patience: 4 });
  expect(checked.filter(({ differs }) => differs !== null)).toEqual([]);
  expect(checked.length).toBeGreaterThanOrEqual(12);
});

describe("vectors:check", () => {
  const run = async (flaws: Flaws = {}, token = TOKEN) => {
    const server = await startCloudflareRest(flaws);
    closers.push(server.close);
    const lines: string[] = [];
    const account = { accountId: ACCOUNT, token, baseUrl: server.baseUrl };
    const differing = await checkAccount(account, (line) => lines.push(line), QUICK).catch(String);
    return { differing, lines, left: server.indexes.size };
  };
  const differing = (lines: readonly string[]): string[] =>
    lines.filter((line) => line.startsWith("DIFFERS"));

  it("finds nothing where the account is as relied on, and leaves no index behind", async () => {
    const { differing: count, lines, left } = await run();
    expect(differing(lines)).toEqual([]);
    expect(count).toBe(0);
    expect(lines.filter((line) => line.startsWith("ok")).length).toBeGreaterThanOrEqual(14);
    expect(left).toBe(0);
  });

  it("names what differs: ids that are shared by namespaces", async () => {
    const { differing: count, lines, left } = await run({ ignoresNamespaces: true });
    expect(count).toBeGreaterThan(0);
    expect(differing(lines).join("\n")).toMatch(/the nearest first|another namespace/);
    expect(left).toBe(0);
  });

  it("names what differs: filters that come behind topK", async () => {
    const { lines } = await run({ filtersBehindTopK: true });
    expect(differing(lines)).toContain(
      "DIFFERS  a kind is a filter before topK: it gives nothing in place of middle",
    );
  });

  it("says what Cloudflare says of a token it doesn't take", async () => {
    const { differing: said } = await run({}, "another");
    expect(said).toMatch(/answered 403: .*Authentication error/);
  });
});
