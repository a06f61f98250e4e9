import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCursor, encodeCursor, pageFrom } from "../../../../src/platform/http/cursor.ts";

describe("a cursor", () => {
  it("gives back the sort key it was made from", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 3 }), (parts) => {
        const cursor = encodeCursor(parts);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(decodeCursor(cursor, parts.length)).toEqual(parts);
      }),
    );
  });

  it("that is not ours is an invalid request and nothing worse", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor(text, 7)).toThrow(
          expect.objectContaining({ code: "invalid_request" }) as Error,
        );
      }),
    );
    expect(() => decodeCursor(encodeCursor(["only one"]), 2)).toThrow(/cursor/);
  });

  it("stands at the end of a page only if more follows", () => {
    const page = (rows: string[]) =>
      pageFrom(
        rows,
        2,
        (row) => row,
        (row) => [row],
      );
    expect(page(["a", "b"])).toEqual({ items: ["a", "b"], nextCursor: null });
    expect(page(["a", "b", "c"])).toEqual({ items: ["a", "b"], nextCursor: encodeCursor(["b"]) });
    expect(page([])).toEqual({ items: [], nextCursor: null });
  });
});
