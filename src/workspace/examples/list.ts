/** A team's examples, in pages and as a file. */
import { and, desc, sql } from "drizzle-orm";
import { examples } from "../tables/examples.ts";
import { among, type TenantDb } from "../../platform/db/index.ts";
import type { ExampleFile } from "../api/examples.ts";
import type { ExampleRow } from "./keep.ts";

/** Rows per read for the file. */
const FILE_PAGE = 50;

/** Newest first; `after` is the sort key of the previous page's last row. */
export function newestExamples(
  db: TenantDb,
  {
    after,
    limit,
  }: { readonly after: readonly [createdAt: string, id: string] | null; readonly limit: number },
): Promise<ExampleRow[]> {
  const before =
    after === null ? undefined : sql`(${examples.createdAt}, ${examples.id}) < (${after[0]}, ${after[1]})`;
  return db.rows(examples, and(before)).orderBy(desc(examples.createdAt), desc(examples.id)).limit(limit);
}

/** All examples as a file (`exampleFileSchema`), streamed. */
export function exampleFile(db: TenantDb): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: readonly [string, string] | null = null;
  let begun = false;
  return new ReadableStream({
    async pull(controller) {
      const rows: ExampleRow[] = await newestExamples(db, { after, limit: FILE_PAGE });
      const last = rows.at(-1);
      const pieces = rows.map((row) => JSON.stringify(lineOf(row)));
      const head = begun ? (pieces.length === 0 ? "" : ",\n") : '{"examples":[\n';
      begun = true;
      const isEnd = last === undefined || rows.length < FILE_PAGE;
      controller.enqueue(encoder.encode(`${head}${pieces.join(",\n")}${isEnd ? "\n]}\n" : ""}`));
      if (isEnd) controller.close();
      else after = [last.createdAt, last.id];
    },
  });
}

function lineOf({
  id,
  agent,
  tool,
  createdAt,
  verdict,
  asked,
  people,
  proposed,
  wanted,
  reason,
}: ExampleRow) {
  const line = {
    id,
    agent,
    tool,
    kept: createdAt.slice(0, 10),
    verdict,
    asked,
    people,
    proposed,
    wanted,
    reason,
  };
  return line satisfies Readonly<Record<keyof ExampleFile["examples"][number], unknown>>;
}

/** Ids of the examples that approvals were kept as, by approval. */
export async function keptExamples(
  db: TenantDb,
  approvalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (approvalIds.length === 0) return new Map();
  const { id, approvalId } = examples;
  const kept = await db.pick({ id, approvalId }, examples, among(approvalId, approvalIds));
  return new Map(kept.map((row) => [String(row["approvalId"]), String(row["id"])]));
}
