/** Verifies and searches a team's archive for operators, from its database rows and bucket objects. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  SEALED,
  searchArchive,
  verifyArchive,
  type PageRow,
  type Wanted,
} from "../src/team/archive/index.ts";
import { tenantArchivePrefix } from "../src/kernel/tenant-names.ts";
import { selectRows, type Database, type Where } from "./databases.ts";
import { APP_CONFIG, BIN, ROOT } from "./tooling.ts";

export interface ArchivePlace {
  readonly tenantId: string;
  /** The team's database. */
  readonly home: Database;
  readonly where: Where;
}

/** Columns of `archive_pages`, aliased to the product's names. */
const COLUMNS =
  'kind, page, month, state, previous, hash, digest, lines, erased, size_bytes as "sizeBytes", last_at as "lastAt", last_id as "lastId"';

/** Verifies the archive and prints the findings. Returns the exit status: 1 if anything was altered. */
export async function verifyCommand(place: ArchivePlace, known: readonly string[]): Promise<number> {
  const { tenantId, home, where } = place;
  const sealed = await selectRows(
    home,
    where,
    `select subject_id as head from audit where tenant_id = '${tenantId}' and action = '${SEALED}'`,
  );
  const heads = [...known, ...sealed.map(({ head }) => String(head))];
  return withPages(place, async (rows, get) => {
    const proof = await verifyArchive(tenantId, rows, get, heads);
    for (const { kind, page, problem } of proof.findings) console.log(`  ${kind}, page ${page}: ${problem}.`);
    console.log(`  ${proof.lines} lines in ${proof.pages} pages, ${proof.erased} of them erased.`);
    if (proof.heads.length > 0)
      console.log(
        `  The last pages. Keep them elsewhere, and pass each as --known later to prove that nothing was cut off:\n${proof.heads.map((head) => `    ${head}`).join("\n")}`,
      );
    console.log(
      proof.findings.length === 0
        ? "  The archive is intact."
        : `  ${proof.findings.length} findings. The archive has been altered.`,
    );
    return proof.findings.length === 0 ? 0 : 1;
  });
}

/** Prints matching rows as NDJSON to stdout and unreadable ones to stderr. */
export async function searchCommand(place: ArchivePlace, wanted: Wanted): Promise<number> {
  // The reader may stop early (`| head`).
  process.stdout.on("error", () => process.exit(0));
  return withPages(place, async (rows, get) => {
    let damaged = 0;
    const tell = ({ kind, page }: PageRow): void => {
      damaged += 1;
      console.error(`  ${kind}, page ${page} can't be read: run archive verify.`);
    };
    for await (const { kind, page, line } of searchArchive(rows, get, wanted, tell))
      console.log(JSON.stringify({ kind, page, ...line.row }));
    return damaged === 0 ? 0 : 1;
  });
}

type Get = (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;

async function withPages(
  { tenantId, home, where }: ArchivePlace,
  work: (rows: readonly PageRow[], get: Get) => Promise<number>,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "steward-archive-"));
  try {
    const rows = await selectRows(
      home,
      where,
      `select ${COLUMNS} from archive_pages where tenant_id = '${tenantId}' order by kind, page`,
    );
    const bucket = bucketOf(await readFile(join(ROOT, APP_CONFIG), "utf8"));
    const prefix = `${bucket}/${await tenantArchivePrefix(tenantId)}`;
    const file = join(folder, "page");
    const pages = rows.map((row) => ({ ...row, tenantId })) as unknown as PageRow[];
    return await work(pages, (key) => objectAt(`${prefix}${key}`, where, file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The name of the files bucket. */
export function bucketOf(config: string): string {
  const block = config.split(/^(?=\[)/m).find((one) => one.startsWith('[[r2_buckets]]\nbinding = "FILES"'));
  const name = /^bucket_name = "(.*)"/m.exec(block ?? "")?.[1];
  if (name === undefined) throw new Error("the configuration has no files bucket");
  return name;
}

/** An object's bytes; null if missing. Throws with wrangler's output on failure. */
async function objectAt(key: string, where: Where, file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const target = where.remote ? ["--remote"] : ["--local", "--persist-to", where.persist];
  const child = spawn(join(BIN, "wrangler"), ["r2", "object", "get", key, "--file", file, ...target], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number>((done) => child.on("exit", (status) => done(status ?? 1)));
  if (code === 0) return new Uint8Array(await readFile(file));
  if (/does not exist/i.test(output)) return null;
  throw new Error(output.trim());
}
