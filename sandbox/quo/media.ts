/** Sample attachments: a generated photo, a document, and a page disguised as a photo. Their store needs no key, like Quo's. */
import { deflateSync, crc32 } from "node:zlib";

export const SAMPLE_NAMES = ["photo", "photo-2", "document", "disguised"] as const;
export type SampleName = (typeof SAMPLE_NAMES)[number];

interface Sample {
  readonly type: string;
  readonly body: () => Uint8Array;
}

const SAMPLES: Readonly<Record<SampleName, Sample>> = {
  photo: { type: "image/png", body: () => drawn(640, 480, 1) },
  "photo-2": { type: "image/png", body: () => drawn(480, 640, 2) },
  document: {
    type: "application/pdf",
    body: () => Buffer.from("%PDF-1.4\n% A quote for the boiler\n%%EOF\n"),
  },
  disguised: { type: "image/png", body: () => Buffer.from("<script>alert(1)</script>") },
};

export function isSampleName(value: unknown): value is SampleName {
  return SAMPLE_NAMES.some((name) => name === value);
}

/** A sample as referenced in events. */
export function sampleAt(sandboxUrl: string, name: SampleName): { url: string; type: string } {
  return { url: `${sandboxUrl}/quo/media/${name}`, type: SAMPLES[name].type };
}

/** The file at a store path; null if there is none. */
export function sampleBody(path: string): Response | null {
  const name = /^\/media\/([a-z0-9-]+)$/.exec(path)?.[1];
  if (name === undefined) return null;
  if (!isSampleName(name)) return new Response("not found", { status: 404 });
  const { type, body } = SAMPLES[name];
  // Quo's store serves files as downloads.
  return new Response(new Uint8Array(body()), {
    headers: { "content-type": type, "content-disposition": "attachment" },
  });
}

/** A ceiling with a damp stain, or a radiator. */
function drawn(width: number, height: number, scene: 1 | 2): Uint8Array {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      const [red, green, blue] =
        scene === 1 ? ceiling(x / width, y / height) : radiator(x / width, y / height);
      rows[at] = red;
      rows[at + 1] = green;
      rows[at + 2] = blue;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

type Color = readonly [number, number, number];

function ceiling(x: number, y: number): Color {
  const light = 226 - 34 * y - 14 * Math.abs(x - 0.4);
  const away = Math.hypot((x - 0.58) * 1.3, y - 0.42) + 0.02 * Math.sin(x * 31) + 0.02 * Math.sin(y * 27);
  const wet = away < 0.3 ? 0.25 + 0.75 * Math.exp(-((away - 0.24) ** 2) / 0.002) : 0;
  return [light - 40 * wet, light - 4 - 70 * wet, light - 14 - 104 * wet];
}

function radiator(x: number, y: number): Color {
  if (x < 0.12 || x > 0.88 || y < 0.3 || y > 0.86) return y > 0.92 ? [120, 92, 70] : [205, 212, 208];
  const rib = (x * 11) % 1;
  const light = 170 + 70 * Math.sin(Math.PI * rib);
  return [light, light, light - 6];
}

/** A PNG chunk (W3C PNG section 5.3). */
function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
