import { describe, expect, it } from "vitest";
import { photoOf, pixelsOf } from "../../../src/kernel/picture.ts";
import { GIF, JPEG, PNG, WEBP_EXTENDED, WEBP_LOSSLESS, WEBP_LOSSY } from "../../support/pictures.ts";

const cut = (bytes: Uint8Array<ArrayBuffer>, length: number) => bytes.slice(0, length);

describe("an image", () => {
  it.each([
    ["PNG", PNG(640, 480), "image/png"],
    ["GIF", GIF(640, 480), "image/gif"],
    ["JPEG with a preview before its frame", JPEG(640, 480), "image/jpeg"],
    ["lossy WebP", WEBP_LOSSY(640, 480), "image/webp"],
    ["lossless WebP", WEBP_LOSSLESS(640, 480), "image/webp"],
    ["extended WebP", WEBP_EXTENDED(640, 480), "image/webp"],
  ])("is known by its bytes, with its size: %s", (_, bytes, type) => {
    expect(photoOf(bytes)?.type).toBe(type);
    expect(pixelsOf(bytes)).toEqual({ width: 640, height: 480 });
  });

  it("has no size where its header ends early or isn't one", () => {
    for (const bytes of [PNG(1, 1), GIF(1, 1), JPEG(1, 1), WEBP_EXTENDED(1, 1)])
      expect(pixelsOf(cut(bytes, 8))).toBeNull();
    expect(pixelsOf(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0, 0]))).toBeNull();
    expect(pixelsOf(PNG(0, 480))).toBeNull();
    expect(pixelsOf(Uint8Array.from(new TextEncoder().encode("<script>alert(1)</script>")))).toBeNull();
  });
});
