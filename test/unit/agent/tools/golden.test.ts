import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allKinds } from "../../../../src/approvals/effects/kinds.ts";
import { canonicalJson, sha256Hex } from "../../../../src/kernel/hash.ts";
import { catalogue } from "../../../../src/agent/tools/catalogue.ts";
import { defaultModeOf, mayAllow, resolverOf } from "../../../../src/agent/tools/define-tool.ts";
import { inputSchemaOf } from "../../../../src/agent/tools/model-tools.ts";

const GOLDEN = join(import.meta.dirname, "../../../golden/tool-effects.txt");

async function powersAsText(): Promise<string> {
  const tools = await Promise.all(
    catalogue().map(async (tool) => {
      const schema = (await sha256Hex(canonicalJson(inputSchemaOf(tool)))).slice(0, 16);
      const resolver = resolverOf(tool);
      const effects = resolver === null ? "" : ` effects=${resolver.effects.join(",")}`;
      return `${tool.name} effect=${tool.effect} egress=${tool.egress} default=${defaultModeOf(tool)} mayAllow=${mayAllow(tool)}${effects} schema=${schema}`;
    }),
  );
  const kinds = allKinds().map(({ kind, recovery }) => `${kind} recovery=${recovery}`);
  return `tools\n${tools.join("\n")}\n\neffects\n${kinds.join("\n")}\n`;
}

describe("the powers of the agent", () => {
  it("are those of test/golden/tool-effects.txt (UPDATE_GOLDEN=1 writes it again)", async () => {
    const now = await powersAsText();
    if (process.env["UPDATE_GOLDEN"] === "1") await writeFile(GOLDEN, now);
    expect(now).toBe(await readFile(GOLDEN, "utf8"));
  });

  it("call what is searched for “query” in every tool", () => {
    const others = ["q", "words", "find", "search", "term", "keywords"];
    const named = catalogue().flatMap((tool) => {
      const { properties = {} } = inputSchemaOf(tool) as { readonly properties?: object };
      return others.filter((name) => name in properties).map((name) => `${tool.name}: ${name}`);
    });
    expect(named).toEqual([]);
  });

  it("take a person as `contact` in every look-up", () => {
    const others = ["number", "person", "who", "with", "phone"];
    const named = catalogue().flatMap((tool) => {
      const { properties = {} } = inputSchemaOf(tool) as { readonly properties?: object };
      const isTaken = "contact" in properties || tool.alsoNamed?.["contact"] !== undefined;
      return tool.effect !== "read" || isTaken
        ? []
        : others
            .filter((name) => (properties as Record<string, { type?: string }>)[name]?.type === "string")
            .map((name) => `${tool.name}: ${name}`);
    });
    // Whoever spoke, colleagues too.
    expect(named).toEqual(["search_conversations: who"]);
    for (const tool of catalogue())
      for (const own of Object.values(tool.alsoNamed ?? {}))
        expect(inputSchemaOf(tool)["properties"]).toHaveProperty(own);
  });

  it("name only effects that there are", () => {
    const kinds = allKinds().map(({ kind }) => kind);
    for (const tool of catalogue())
      expect(kinds).toEqual(expect.arrayContaining([...(resolverOf(tool)?.effects ?? [])]));
  });

  it("have names of their own", () => {
    expect(new Set(catalogue().map(({ name }) => name)).size).toBe(catalogue().length);
  });
});
