import { describe, expect, it } from "vitest";
import { resolve } from "node:path";
import { allKinds } from "../../../src/approvals/effects/kinds.ts";
import { checkEffectKinds, kindsIn, namedIn } from "../../../scripts/effect-kinds.ts";

const OWN = `const KIND = "fax.send";
export const sent = definePrecondition({ kind: "line_free", about: () => "" });
export const faxSend = defineEffect({ kind: KIND, words: { name: "Fax" } });`;
const FILE = "src/messaging/effects/fax-send.ts";
const KINDS_OF_FIXTURE = kindsIn(FILE, OWN);

describe("the check of effect kinds", () => {
  it("finds what a file declares, by its literal or a constant", () => {
    expect(KINDS_OF_FIXTURE).toEqual([
      { name: "line_free", file: FILE },
      { name: "fax.send", file: FILE },
    ]);
  });

  it.each([
    ["a comparison", 'export const isFax = (kind: string) => kind === "fax.send";'],
    ["a table of kinds", 'export const WORDS = { "fax.send": "Fax" };'],
    ["a template", "export const kind = `fax.send`;"],
    ["a switch", 'switch (kind) { case "fax.send": break; }'],
    ["a prefix", 'export const isFax = (kind: string) => kind.startsWith("fax.");'],
    ["a precondition", 'export const held = { kind: "line_free" };'],
    ["an element of a page", 'export const Card = () => <Effect kind="fax.send" />;'],
  ])("refuses %s outside its own file", (_what, text) => {
    expect(namedIn("frontend/src/planted.tsx", text, KINDS_OF_FIXTURE)).toHaveLength(1);
  });

  it("lets its own file, comments and other words be", () => {
    expect(namedIn(FILE, OWN, KINDS_OF_FIXTURE)).toEqual([]);
    const others = '// fax.send is a kind\nexport const key = "fax:+1"; export const file = "./fax-send.ts";';
    expect(namedIn("src/approvals/planted.ts", others, KINDS_OF_FIXTURE)).toEqual([]);
  });

  it("finds every kind of the product, and none named elsewhere", async () => {
    const { kinds, problems } = await checkEffectKinds(resolve(import.meta.dirname, "../../.."));
    expect(problems).toEqual([]);
    expect(kinds.map(({ name }) => name)).toEqual(expect.arrayContaining(allKinds().map(({ kind }) => kind)));
  });
});
