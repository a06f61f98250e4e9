/** Front matter is read and written as the `yaml` package does it, which is too large for the Worker. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { parseYaml, YamlError, yamlText, type Yaml } from "../../../src/kernel/yaml.ts";

const ownRead = (source: string): unknown => valueOf(parseYaml(source));
const UNREADABLE = Symbol("unreadable");
const libraryRead = (source: string): unknown => {
  try {
    return parse(source, (_, value: unknown) => value ?? "", {
      schema: "failsafe",
      prettyErrors: false,
      logLevel: "error",
    });
  } catch {
    return UNREADABLE;
  }
};

function valueOf(yaml: Yaml): unknown {
  if (yaml.kind === "list") return yaml.items.map(valueOf);
  if (yaml.kind === "map")
    return Object.fromEntries(yaml.fields.map(({ name, value }) => [name, valueOf(value)]));
  return yaml.text;
}

const line = fc
  .oneof(
    fc.string({ maxLength: 30, unit: "grapheme" }),
    fc.string({ maxLength: 30, unit: "binary" }),
    fc.string({ maxLength: 8, unit: fc.constantFrom(...Array.from(" \t:#-?&*!|>'\"%@`,[]{}\\a1.e~+x0")) }),
    fc.constantFrom(
      ..."¦null¦nUll¦~¦True¦tRue¦0x1F¦0o17¦1e3¦.5¦-.inf¦+.INF¦.nan¦---¦...¦- x¦? x¦a: b¦a:b¦a #b¦a#b¦x:".split(
        "¦",
      ),
      ...`it's¦say "hi"¦it's "both"¦\u2028¦\x07¦\ud800`.split("¦"),
    ),
  )
  .map((text) => text.replace(/[\n\r]/g, " "));

describe("a text", () => {
  it("is written as the library writes it, and read back", () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(`field: ${yamlText(text)}\n`).toBe(stringify({ field: text }, { lineWidth: 0 }));
        expect(`list:\n  - ${yamlText(text)}\n`).toBe(stringify({ list: [text] }, { lineWidth: 0 }));
        expect(ownRead(`field: ${yamlText(text)}\nnext: 1`)).toEqual({ field: text, next: "1" });
      }),
      { numRuns: 3_000 },
    );
  });
});

const text = fc.string({
  maxLength: 40,
  unit: fc.constantFrom(...Array.from("ab :#-'\"\\\n\t,[]{}&*!|>%1é")),
});
const styled = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(
      fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(...Array.from("ab c'\"1-")) }),
      tie("any"),
      { maxKeys: 3 },
    ),
  ),
})).any;
const options = fc.record({
  lineWidth: fc.constantFrom(0, 20, 40),
  defaultStringType: fc.constantFrom(
    "PLAIN",
    "QUOTE_DOUBLE",
    "QUOTE_SINGLE",
    "BLOCK_FOLDED",
    "BLOCK_LITERAL",
  ),
  collectionStyle: fc.constantFrom("any", "block", "flow"),
  indent: fc.constantFrom(2, 4),
  indentSeq: fc.boolean(),
} as const);

describe("front matter", () => {
  it("of any form the library writes is read back", () => {
    fc.assert(
      fc.property(styled, options, (value, form) => {
        const source = stringify(
          { field: value, next: "x" },
          { ...form, defaultKeyType: "PLAIN", schema: "failsafe", aliasDuplicateObjects: false },
        );
        // The library can't read all that it writes.
        fc.pre(isDeepStrictEqual(libraryRead(source), { field: value, next: "x" }));
        expect(ownRead(source)).toEqual({ field: value, next: "x" });
      }),
      { numRuns: 2_000 },
    );
  });

  const scraps = fc.array(
    fc.constantFrom(
      ..."a: ¦b:\n¦- ¦\n¦  ¦ ¦x¦y z¦'q'¦\"d\"¦'¦\"¦[¦]¦{¦}¦, ¦:¦#c\n¦ #c¦|\n¦>-\n¦|+\n¦k: v\n¦\n\n¦\t¦\\n¦&a ¦!t ".split(
        "¦",
      ),
    ),
    { maxLength: 14 },
  );

  it("that both can read says the same to both", () => {
    let [both, libraryAlone] = [0, 0];
    fc.assert(
      fc.property(scraps, (parts) => {
        const source = `${parts.join("")}\n`;
        const other = libraryRead(source);
        let own: unknown;
        try {
          own = ownRead(source);
        } catch (error) {
          expect(error).toBeInstanceOf(YamlError);
          if (other !== UNREADABLE) libraryAlone++;
          return;
        }
        if (other === UNREADABLE) return;
        both++;
        expect(own).toEqual(other);
      }),
      { numRuns: 5_000 },
    );
    // What only the library reads: keys that are empty or have an anchor, and tabs.
    expect(both).toBeGreaterThan(20 * libraryAlone);
  });

  it.each([
    ["a: 1\n  b: 2"],
    ["a: b: c"],
    ['a: "open'],
    ["a: [b"],
    ["a: 1\na: 2"],
    ["a: {b: 1, b: 2}"],
    ["\ta: 1"],
    ["a: 1\nwords"],
    ["a: @x"],
    ["a: - b"],
    ['a: "\\q"'],
    ["? a\n: b"],
    ["a: 'b' c"],
    [`a: ${"[".repeat(7_000)}`],
    [Array.from({ length: 200 }, (_, at) => `${" ".repeat(at)}a:`).join("\n")],
  ])("is refused: %j", (source) => {
    expect(() => parseYaml(source)).toThrow(YamlError);
  });

  it("resolves no alias", () => {
    expect(parseYaml("a: &x [b]\nc: *x")).toMatchObject({
      fields: [{ name: "a" }, { name: "c", value: { kind: "alias" } }],
    });
  });

  it("names the line of a field and of what is wrong", () => {
    expect(parseYaml("a: 1\n\n# note\nb: |\n  x\n  y\nc: 3")).toMatchObject({
      fields: [{ line: 1 }, { line: 4 }, { line: 7 }],
    });
    expect(() => parseYaml("a: 1\nb: c: d")).toThrow(expect.objectContaining({ line: 2 }));
  });
});
