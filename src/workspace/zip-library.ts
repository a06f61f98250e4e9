/** The parts of the library that archives take: a dynamic import of the whole would bundle the whole. Deflating is the platform's own. */
import { ZipPassThrough } from "fflate";

export { unzipSync, Zip } from "fflate";

/** Deflate (APPNOTE.TXT section 4.4.5). */
const DEFLATE = 8;

/** A file of an archive, deflated. */
class DeflatedFile extends ZipPassThrough {
  override readonly compression = DEFLATE;
  readonly #deflated: Uint8Array<ArrayBuffer>;

  constructor(path: string, deflated: Uint8Array<ArrayBuffer>) {
    super(path);
    this.#deflated = deflated;
  }

  protected override process(_plain: Uint8Array<ArrayBuffer>, isLast: boolean): void {
    this.ondata(null, this.#deflated, isLast);
  }
}

/** What adds a file to an archive: the file, and its bytes, which are to be pushed at once. */
export async function deflatedFile(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<ZipPassThrough> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new DeflatedFile(path, new Uint8Array(await new Response(stream).arrayBuffer()));
}
