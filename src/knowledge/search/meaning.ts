/** Vectors of the index: created in the background, queried with questions, and deleted with it. */
import { IntegrationError } from "../../kernel/errors.ts";
import type { RetrieveQuery } from "../../platform/api/search-items.ts";
import type { Meaning, VectorStore } from "../vectors/index.ts";
import type { NearPassages } from "./ranking.ts";
import type { VectorBatch, VectorWork } from "./vector-work.ts";

/** Candidate passages per question: the vector index's maximum. */
const NEAREST = 100;
const ROWS = 500;
/** Statuses for a text the model will never accept (RFC 9110). */
const NEVER = new Set([400, 413, 422]);

/**
 * Processes the next batch; returns whether more is left. Throws IntegrationError without side effects. With `careful`, processes one
 * passage and skips it if the model will never accept it; full text still finds it.
 */
export async function embedNext(work: VectorWork, meaning: Meaning, careful = false): Promise<boolean> {
  const batch = work.next(careful ? 1 : meaning.embedder.batch);
  if (batch.passages.length === 0 && batch.gone.length === 0) return false;
  try {
    await embed(batch, meaning);
  } catch (error) {
    if (!careful || !(error instanceof IntegrationError) || !NEVER.has(error.status ?? 0)) throw error;
  }
  work.done(batch);
  return work.waiting() > 0;
}

async function embed({ passages, gone }: VectorBatch, { embedder, vectors }: Meaning): Promise<void> {
  if (gone.length > 0) await vectors.remove(gone.map(String));
  const told = passages.filter(({ text }) => text.trim() !== "");
  if (told.length === 0) return;
  const values = await embedder.embed(
    told.map(({ text }) => text),
    "passage",
  );
  const records = told.flatMap(({ row, source, at, thread }, index) => {
    const vector = values[index];
    return vector === undefined ? [] : [{ id: String(row), values: vector, source, at, thread }];
  });
  await vectors.upsert(records);
}

/** The passages nearest to a question. Throws IntegrationError. */
export async function nearestPassages(
  { embedder, vectors }: Meaning,
  query: RetrieveQuery,
): Promise<NearPassages> {
  const [values] = await embedder.embed([query.question], "query");
  if (values === undefined) return { found: [], share: 0 };
  const found = await vectors.query({
    values,
    topK: NEAREST,
    sources: query.sources,
    from: query.from === undefined ? undefined : Date.parse(query.from),
    to: query.to === undefined ? undefined : Date.parse(query.to),
    thread: query.thread,
  });
  return { found: found.map(({ id, score }) => ({ row: Number(id), score })), share: embedder.share };
}

/** Deletes all vectors of an index, before the index itself. */
export async function dropVectors(work: VectorWork, vectors: VectorStore): Promise<void> {
  for (let rows = work.rows(0, ROWS); rows.length > 0; rows = work.rows(rows.at(-1) ?? 0, ROWS))
    await vectors.remove(rows.map(String));
}
