/**
 * A page of the archive: gzipped NDJSON, first a header line, then one line per row. It is verifiable:
 *
 * - A line's `seal` is the SHA-256 of its row and a random salt. The page's hash covers the header and each
 * line's time, kind and seal.
 * - Each page contains the hash of the previous one, and each page's hash is in `archive_pages`.
 *
 * A row can therefore be erased from its line, with its salt: the seal remains, reveals nothing, and all
 * hashes stay valid.
 */
import { canonicalJson, sha256Hex } from "../../kernel/hash.ts";
import type { ArchiveKind } from "../api/retention.ts";

export interface PageHead {
  readonly archive: 1;
  readonly team: string;
  readonly kind: ArchiveKind;
  readonly month: string;
  readonly page: number;
  /** Hash of the previous page; empty for the first. */
  readonly previous: string;
}

/** A row as it was in its table, without the tenant ID. */
export type ArchivedRow = Readonly<Record<string, unknown>>;

/** A row, or what remains of it. */
export interface PageLine {
  readonly at: string;
  /** What it is about, in our own terms: an action, a trigger, an event type. */
  readonly what: string;
  readonly seal: string;
  readonly salt?: string;
  readonly row?: ArchivedRow;
  /** When it was erased; then there is no row. */
  readonly erasedAt?: string;
}

/** A parsed page with its hash. */
export interface Page {
  readonly head: PageHead;
  readonly lines: readonly PageLine[];
  readonly hash: string;
}

/** A page that can't be what was written. */
export class PageDamage extends Error {
  override readonly name = "PageDamage";
}

/** Object key of a page, below the team's own prefix. */
export function pageKey({ kind, month, page }: Pick<PageHead, "kind" | "month" | "page">): string {
  return `${kind}/${month}/${String(page).padStart(8, "0")}.ndjson.gz`;
}

export async function sealedLine(
  { at, what, row }: { readonly at: string; readonly what: string; readonly row: ArchivedRow },
  salt: string,
): Promise<PageLine> {
  return { at, what, row, salt, seal: await sealOf(salt, row) };
}

/** What remains of a line after erasure. */
export function erasedLine({ at, what, seal }: PageLine, erasedAt: string): PageLine {
  return { at, what, seal, erasedAt };
}

function sealOf(salt: string, row: ArchivedRow): Promise<string> {
  return sha256Hex(`${salt}\n${canonicalJson(row)}`);
}

export async function packPage({ head, lines }: Omit<Page, "hash">): Promise<Uint8Array<ArrayBuffer>> {
  const text = [head, ...lines].map((line) => `${canonicalJson(line)}\n`).join("");
  return through(text, new CompressionStream("gzip"));
}

/** Parses a page and verifies every seal. Throws `PageDamage`. */
export async function unpackPage(bytes: Uint8Array<ArrayBuffer>): Promise<Page> {
  const [head, ...lines] = (await textOf(bytes)).split("\n").map(parsed) as [PageHead, ...PageLine[]];
  if (head.archive !== 1) throw new PageDamage("its first line is not a page's");
  for (const [index, line] of lines.entries()) {
    const isWhole =
      line.row === undefined
        ? line.erasedAt !== undefined
        : line.salt !== undefined && (await sealOf(line.salt, line.row)) === line.seal;
    if (!isWhole) throw new PageDamage(`line ${index + 1} was changed`);
  }
  const sealed = lines.map(({ at, what, seal }) => canonicalJson({ at, what, seal }));
  return { head, lines, hash: await sha256Hex([canonicalJson(head), ...sealed].join("\n")) };
}

async function textOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const text = await through(bytes, new DecompressionStream("gzip")).catch((error: unknown) => {
    throw new PageDamage("it cannot be unpacked", { cause: error });
  });
  return new TextDecoder().decode(text).trimEnd();
}

/** A line is accepted only if it serializes to the same bytes. */
function parsed(line: string, index: number): unknown {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && canonicalJson(value) === line) return value;
  } catch {
    // Reported below.
  }
  throw new PageDamage(index === 0 ? "its first line was changed" : `line ${index} was changed`);
}

async function through(
  data: string | Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([data]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
