/**
 * A page of the archive: NDJSON under gzip, first a line about the page, then a line a row. What makes it provable:
 *
 * - A line's `seal` is the SHA-256 of its row and of a random salt. The page's hash is over what is said of the page and each line's time, kind and seal.
 * - Each page names the hash of the page before, and each page's hash stands in `archive_pages`.
 *
 * A row can thus be erased from its line, with its salt: the seal stays and says nothing of what it was, and all hashes hold.
 */
import { canonicalJson, sha256Hex } from "../../kernel/hash.ts";
import type { ArchiveKind } from "../api/retention.ts";

/** What a page says of itself. */
export interface PageHead {
  readonly archive: 1;
  readonly team: string;
  readonly kind: ArchiveKind;
  readonly month: string;
  readonly page: number;
  /** The hash of the page before; empty for the first. */
  readonly previous: string;
}

/** A row as it was in its table, without the team's id. */
export type ArchivedRow = Readonly<Record<string, unknown>>;

/** A row, or what is left of it. */
export interface PageLine {
  readonly at: string;
  /** What it is about, in a word of ours: an action, a trigger, a type of event. */
  readonly what: string;
  readonly seal: string;
  readonly salt?: string;
  readonly row?: ArchivedRow;
  /** When it was erased; where it was, there is no row. */
  readonly erasedAt?: string;
}

/** A page as it was read, with its hash. */
export interface Page {
  readonly head: PageHead;
  readonly lines: readonly PageLine[];
  readonly hash: string;
}

/** A page that cannot be what was written. */
export class PageDamage extends Error {
  override readonly name = "PageDamage";
}

/** Where a page is kept, under the team's own prefix. */
export function pageKey({ kind, month, page }: Pick<PageHead, "kind" | "month" | "page">): string {
  return `${kind}/${month}/${String(page).padStart(8, "0")}.ndjson.gz`;
}

/** A line for a row. */
export async function sealedLine(
  { at, what, row }: { readonly at: string; readonly what: string; readonly row: ArchivedRow },
  salt: string,
): Promise<PageLine> {
  return { at, what, row, salt, seal: await sealOf(salt, row) };
}

/** What is left of a line once its row is erased. */
export function erasedLine({ at, what, seal }: PageLine, erasedAt: string): PageLine {
  return { at, what, seal, erasedAt };
}

function sealOf(salt: string, row: ArchivedRow): Promise<string> {
  return sha256Hex(`${salt}\n${canonicalJson(row)}`);
}

/** The page's bytes. */
export async function packPage({ head, lines }: Omit<Page, "hash">): Promise<Uint8Array<ArrayBuffer>> {
  const text = [head, ...lines].map((line) => `${canonicalJson(line)}\n`).join("");
  return through(text, new CompressionStream("gzip"));
}

/** Reads a page, and proves every seal. Throws `PageDamage`. */
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

/** A line is read only where it says the same in the same bytes. */
function parsed(line: string, index: number): unknown {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && canonicalJson(value) === line) return value;
  } catch {
    // Told below.
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
