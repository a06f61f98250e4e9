/**
 * `npm run vectors:check`: checks that Vectorize and Workers AI of a real account behave as the product assumes, with the same checks the
 * tests run on the local index (test/contracts/vectors.ts). Needs CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN (Vectorize: Edit,
 * Workers AI: Read); creates a temporary index and deletes it. Exits with 1 if anything differs.
 */
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { checkVectors, CONTRACT_DIMENSIONS, type Checked } from "../test/contracts/vectors.ts";
import {
  EMBEDDING_DIMENSIONS,
  EMBEDDING_MODEL,
  vectorizeStore,
  workersAiEmbedder,
  workersAiReranker,
} from "../src/knowledge/vectors/index.ts";
import {
  cloudflareCalls,
  createIndex,
  deleteIndex,
  restAi,
  restVectorize,
  type CloudflareAccount,
} from "./cloudflare-rest.ts";

/** Timeouts for Vectorize. */
export interface Patience {
  readonly pauseMs: number;
  readonly times: number;
}

/** Runs and reports all checks; returns the number of differences. The index is always deleted. */
export async function checkAccount(
  account: CloudflareAccount,
  say: (line: string) => void,
  { pauseMs, times }: Patience = { pauseMs: 2_000, times: 60 },
): Promise<number> {
  const call = cloudflareCalls(account);
  const name = `steward-check-${randomBytes(4).toString("hex")}`;
  const results: Checked[] = [];
  const add = (found: readonly Checked[]): void => {
    for (const one of found) {
      results.push(one);
      say(one.differs === null ? `ok       ${one.name}` : `DIFFERS  ${one.name}: ${one.differs}`);
    }
  };
  say(`making the index ${name}`);
  try {
    await createIndex(call, name, CONTRACT_DIMENSIONS);
    const index = restVectorize(call, name);
    const world = {
      store: (namespace: string) => vectorizeStore(index, namespace),
      pause: () => setTimeout(pauseMs),
      patience: times,
    };
    add(await checkVectors(world));
    add(await checkModels(call));
  } finally {
    await deleteIndex(call, name).then(
      () => say(`deleted the index ${name}`),
      (error: unknown) => say(`The index ${name} is still there; delete it by hand: ${String(error)}`),
    );
  }
  return results.filter(({ differs }) => differs !== null).length;
}

async function checkModels(call: ReturnType<typeof cloudflareCalls>): Promise<Checked[]> {
  const ai = restAi(call);
  const check = async (name: string, run: () => Promise<string | null>): Promise<Checked> => {
    const differs = await run().catch((error: unknown) =>
      error instanceof Error
        ? `${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ""}`
        : String(error),
    );
    return { name, differs };
  };
  return [
    await check(`${EMBEDDING_MODEL} gives vectors by which like lies near`, async () => {
      const embedder = workersAiEmbedder(ai);
      const [pet] = await embedder.embed(["Our pet escaped"], "query");
      const [dog, invoice] = await embedder.embed(["My dog ran away", "The invoice is attached"], "passage");
      if (pet?.length !== EMBEDDING_DIMENSIONS) return `it has ${pet?.length ?? 0} dimensions`;
      return cosine(pet, dog) > cosine(pet, invoice) ? null : "the invoice lies nearer";
    }),
    await check(`${EMBEDDING_MODEL} takes as many texts at once as are sent`, async () => {
      const embedder = workersAiEmbedder(ai);
      const texts = Array.from({ length: embedder.batch }, (_, at) => `Passage ${at}`);
      const vectors = await embedder.embed(texts, "passage");
      return vectors.length === texts.length ? null : `of ${texts.length} it gives ${vectors.length}`;
    }),
    await check("the reranker puts what answers the question first", async () => {
      const [invoice = 0, answer = 0] = await workersAiReranker(ai).score(
        "When does the boiler get repaired?",
        ["The invoice is attached", "The boiler gets repaired on Tuesday"],
      );
      return answer > invoice ? null : `scores are ${invoice} and ${answer}`;
    }),
  ];
}

function cosine(left: Float32Array, right: Float32Array | undefined): number {
  return left.reduce((sum, value, at) => sum + value * (right?.[at] ?? 0), 0);
}

if (import.meta.main) {
  const {
    CLOUDFLARE_ACCOUNT_ID: accountId = "",
    CLOUDFLARE_API_TOKEN: token = "",
    CLOUDFLARE_API_BASE_URL: baseUrl,
  } = process.env;
  if (accountId === "" || token === "") {
    console.error("Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN (Vectorize: Edit, Workers AI: Read).");
    process.exit(1);
  }
  const differing = await checkAccount({ accountId, token, baseUrl }, (line) => console.log(line));
  console.log(differing === 0 ? "All checks passed." : `${differing} differ.`);
  process.exitCode = differing === 0 ? 0 : 1;
}
