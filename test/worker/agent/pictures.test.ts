/** Pictures that a model doesn't take as they are, through Cloudflare Images as it runs locally. */
import { describe, expect, it } from "vitest";
import { fitPicture, isImage, pictureBlock } from "../../../src/agent/pictures.ts";
import { photoOf, pixelsOf } from "../../../src/kernel/picture.ts";
import { JPEG, PNG } from "../../support/pictures.ts";
import { testEnv } from "../../support/worker.ts";

const MB = 1024 * 1024;

/** A PNG of one color (RFC 2083), with a chunk of `extra` bytes that says nothing. */
async function drawn(width: number, height: number, extra = 0): Promise<Uint8Array<ArrayBuffer>> {
  const rows = new Uint8Array((width * 3 + 1) * height);
  const packed = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
  const data = new Uint8Array(await new Response(packed).arrayBuffer());
  const header = PNG(width, height);
  const parts = [
    header.slice(0, 8),
    chunk("IHDR", header.slice(16, 29)),
    ...(extra === 0 ? [] : [chunk("exTr", new Uint8Array(extra))]),
    chunk("IDAT", data),
    chunk("IEND", new Uint8Array(0)),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function chunk(name: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const named = new Uint8Array([...new TextEncoder().encode(name), ...data]);
  const whole = new Uint8Array(named.length + 8);
  new DataView(whole.buffer).setUint32(0, data.length);
  whole.set(named, 4);
  new DataView(whole.buffer).setUint32(named.length + 4, crc32(named));
  return whole;
}

function crc32(bytes: Uint8Array<ArrayBuffer>): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const fit = (bytes: Uint8Array<ArrayBuffer>) => fitPicture(testEnv.IMAGES, bytes);

describe("a picture that a model doesn't take", () => {
  it("is shown as a smaller JPEG: too many pixels, or too many bytes", async () => {
    for (const [large, size] of [
      [await drawn(9_000, 900), { width: 1_568, height: 157 }],
      [await drawn(2_000, 1_000, 4 * MB), { width: 1_568, height: 784 }],
    ] as const) {
      expect(typeof pictureBlock(large)).toBe("string");
      const small = await fit(large);
      expect([photoOf(small)?.type, pixelsOf(small)]).toEqual(["image/jpeg", size]);
      const block = pictureBlock(small);
      expect(typeof block !== "string" && isImage(block)).toBe(true);
    }
  });

  it("of a phone's own format is converted (AVIF, which the local one reads; HEIC is alike)", async () => {
    const made = await testEnv.IMAGES.input(new Blob([await drawn(640, 480)]).stream()).output({
      format: "image/avif",
    });
    const avif = new Uint8Array(await made.response().arrayBuffer());
    expect(typeof pictureBlock(avif)).toBe("string");
    const shown = await fit(avif);
    expect([photoOf(shown)?.type, pixelsOf(shown)]).toEqual(["image/jpeg", { width: 640, height: 480 }]);
  });
});

describe("bytes that stay as they are", () => {
  it("are a picture that a model takes, a file of another kind, and a picture that can't be read", async () => {
    const broken = new Uint8Array([...JPEG(9_000, 10), 1, 2, 3]);
    const pdf = Uint8Array.from(new TextEncoder().encode("%PDF-1.7\n"));
    for (const bytes of [await drawn(1_600, 1_200), pdf, broken]) expect(await fit(bytes)).toBe(bytes);
  });
});
