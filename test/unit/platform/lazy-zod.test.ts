import * as real from "zod/v4";
import { describe, expect, it } from "vitest";
import * as z from "../../../src/platform/lazy-zod.ts";

/** A shape that counts how often it was read, which happens where its object is made. */
function counted() {
  const made = { times: 0 };
  const shape = {
    get a() {
      made.times += 1;
      return z.string();
    },
  };
  return { made, shape };
}

describe("a schema that is made when first used", () => {
  it("isn't made by its declaration, nor by what is declared with it", () => {
    const { made, shape } = counted();
    const object = z.object(shape);
    const list = z.array(object.extend({ b: z.int().min(1).describe("How many.") }).optional()).max(3);
    const either = z.union([z.null(), list]);
    expect(made.times).toBe(0);
    expect(either.parse([{ a: "x", b: 1 }])).toEqual([{ a: "x", b: 1 }]);
    expect(made.times).toBeGreaterThan(0);
    const times = made.times;
    expect(either.safeParse([{ a: "x", b: 0 }]).success).toBe(false);
    expect(made.times).toBe(times);
  });

  it("is the same to whoever asks what it is made of", () => {
    const inner = z
      .strictObject({ kind: z.literal("x"), at: z.iso.date().nullable() })
      .meta({ title: "Inner" });
    const schema = z.discriminatedUnion("kind", [inner, inner.extend({ kind: z.literal("y") })]);
    const same = real
      .strictObject({ kind: real.literal("x"), at: real.iso.date().nullable() })
      .meta({ title: "Inner" });
    expect(z.toJSONSchema(schema)).toEqual(
      real.toJSONSchema(real.discriminatedUnion("kind", [same, same.extend({ kind: real.literal("y") })])),
    );
    expect(inner.meta()).toEqual({ title: "Inner" });
    expect(inner instanceof z.ZodObject).toBe(true);
    expect(z.string() instanceof z.ZodObject).toBe(false);
    expect("parse" in schema).toBe(true);
    expect(z.enum(["a", "b"]).options).toEqual(["a", "b"]);
    expect(Object.keys(inner.shape)).toEqual(["kind", "at"]);
    expect(inner.shape.kind.parse("x")).toBe("x");
    expect(z.array(inner).element.shape.kind.value).toBe("x");
  });

  it("may hold itself, by a function and by a getter", () => {
    interface Tree {
      readonly name: string;
      readonly below?: readonly Tree[] | undefined;
    }
    const byFunction: real.ZodType<Tree> = z.lazy(() =>
      z.object({ name: z.string(), below: z.array(byFunction).optional() }),
    );
    const byGetter = z.object({
      name: z.string(),
      get below() {
        return z.array(byGetter).optional();
      },
    });
    const tree = { name: "a", below: [{ name: "b", below: [{ name: "c" }] }] };
    expect(byFunction.parse(tree)).toEqual(tree);
    expect(byGetter.parse(tree)).toEqual(tree);
    expect(byGetter.safeParse({ name: "a", below: [{}] }).success).toBe(false);
  });

  it("holds schemas of Zod's own alone, and is made of Zod's own as well", () => {
    const schema = z.object({ theirs: real.string(), ours: z.string() });
    expect(schema.parse({ theirs: "a", ours: "b" })).toEqual({ theirs: "a", ours: "b" });
    expect(real.object({ whole: schema }).safeParse({ whole: { theirs: "a" } }).success).toBe(false);
    const { ours } = schema._zod.def.shape;
    expect(ours._zod).toBe(schema._zod.def.shape.ours._zod);
    expect(Object.getPrototypeOf(ours)).toBe(real.ZodString.prototype);
  });
});
