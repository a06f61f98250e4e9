/** Beginnings of image files: what tells their type and size, without a drawing. */

function bytesOf(...parts: readonly (string | readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? part.split("").map((char) => char.charCodeAt(0)) : part,
    ),
  );
}

const big = (value: number, length: number): number[] =>
  Array.from({ length }, (_, at) => (value >>> (8 * (length - 1 - at))) & 0xff);
const little = (value: number, length: number): number[] => big(value, length).toReversed();

type Draw = (width: number, height: number) => Uint8Array<ArrayBuffer>;

export const PNG: Draw = (width, height) =>
  bytesOf(
    [0x89],
    "PNG\r\n",
    [0x1a, 0x0a],
    big(13, 4),
    "IHDR",
    big(width, 4),
    big(height, 4),
    [8, 2, 0, 0, 0],
  );

export const GIF: Draw = (width, height) => bytesOf("GIF89a", little(width, 2), little(height, 2), [0, 0, 0]);

/** Its first segment holds a smaller picture, as cameras write it. */
export const JPEG: Draw = (width, height) => {
  const frame = (x: number, y: number) => [0xff, 0xc0, 0, 11, 8, ...big(y, 2), ...big(x, 2), 1, 0x11, 0];
  const preview = [0xff, 0xd8, ...frame(16, 12), 0xff, 0xd9];
  return bytesOf(
    [0xff, 0xd8, 0xff, 0xe1],
    big(preview.length + 2, 2),
    preview,
    [0xff, 0xc4, 0, 3, 0, 0xff],
    frame(width, height),
  );
};

const webp = (...chunk: readonly (string | readonly number[])[]) =>
  bytesOf("RIFF", little(100, 4), "WEBP", ...chunk);

export const WEBP_LOSSY: Draw = (width, height) =>
  webp("VP8 ", little(80, 4), [0, 0, 0, 0x9d, 0x01, 0x2a], little(width, 2), little(height, 2));

export const WEBP_LOSSLESS: Draw = (width, height) =>
  webp("VP8L", little(80, 4), [0x2f], little((width - 1) | ((height - 1) << 14), 4));

export const WEBP_EXTENDED: Draw = (width, height) =>
  webp("VP8X", little(10, 4), [0, 0, 0, 0], little(width - 1, 3), little(height - 1, 3));
