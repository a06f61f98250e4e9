/** Images by their bytes, never by a claimed type. Pure. */

/** Magic bytes of the supported image types (from each format's specification). */
const SIGNATURES = [
  { type: "image/jpeg", extension: "jpg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: "image/png", extension: "png", at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/gif", extension: "gif", at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: "image/webp", extension: "webp", at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
] as const;

type Signature = (typeof SIGNATURES)[number];
export type PhotoType = Signature["type"];

/** The image type of the bytes; null for anything else. */
export function photoOf(bytes: Uint8Array): Pick<Signature, "type" | "extension"> | null {
  return SIGNATURES.find((one) => one.bytes.every((byte, offset) => bytes[one.at + offset] === byte)) ?? null;
}

/** Types of files whose pictures must be converted before a model or a browser shows them, as phones make them (ISO/IEC 23008-12, “ftyp”). */
const CONVERTIBLE = /^....ftyp(?:heic|heix|hevc|heim|mif1|msf1|avif)/s;

/** Whether the bytes are a HEIC or AVIF picture. */
export function isConvertible(bytes: Uint8Array): boolean {
  return CONVERTIBLE.test(String.fromCharCode(...bytes.subarray(0, 12)));
}

interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** Width and height of an image in pixels; null if its header can't be read. */
export function pixelsOf(bytes: Uint8Array<ArrayBuffer>): Pixels | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { width, height } = READERS[photoOf(bytes)?.type ?? "none"](view);
    return width > 0 && height > 0 ? { width, height } : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const UNREADABLE: Pixels = { width: 0, height: 0 };

const READERS: Record<PhotoType | "none", (view: DataView) => Pixels> = {
  none: () => UNREADABLE,
  "image/png": (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  "image/gif": (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  "image/jpeg": readJpeg,
  "image/webp": readWebp,
};

/** The first frame header (ITU T.81, B.2.2): any SOF marker, which DHT, JPG and DAC are not. */
function readJpeg(view: DataView): Pixels {
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return UNREADABLE;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
}

/** The first chunk (RFC 9649, sections 2.5 to 2.7): lossy, lossless or extended. */
function readWebp(view: DataView): Pixels {
  switch (view.getUint8(15)) {
    case 0x20:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x4c: {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 0x58:
      return {
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: (view.getUint32(26, true) >>> 8) + 1,
      };
    default:
      return UNREADABLE;
  }
}
