import { describe, expect, it } from "vitest";
import { resolve } from "node:path";
import { checkNamesInPages, namesIn } from "../../../scripts/names-in-pages.ts";
import { allAgents } from "../../../src/agent/index.ts";
import { catalogue } from "../../../src/agent/tools/catalogue.ts";

const NAMES = [
  { name: "search_tickets", file: "src/messaging/tools/search-tickets.ts" },
  { name: "fact-finder", file: "src/agent/agents/fact-finder.ts" },
  { name: "keeper", file: "src/agent/agents/keeper.ts" },
];
const planted = (text: string) => namesIn("frontend/src/planted.tsx", text, NAMES);

describe("the check of names in pages", () => {
  it.each([
    ["a comparison", 'export const isSearch = (name: string) => name === "search_tickets";'],
    ["a table of tools", 'export const WORDS = { search_tickets: "searched" };'],
    ["a comment", "// search_tickets answers with a list"],
    ["a template", "export const path = (id: string) => `/agents/fact-finder/${id}`;"],
    ["an agent by a plain word", 'export const isKeeper = (agent: string) => agent === "keeper";'],
    ["a table of agents", 'export const TITLES = { keeper: "Memory curator" };'],
    ["an element of a page", 'export const Edit = () => <Link params={{ name: "keeper" }} />;'],
    ["a path", 'export const href = "/settings/agents/keeper";'],
  ])("refuses %s", (_what, text) => {
    expect(planted(text)).toHaveLength(1);
  });

  it("lets plain words be", () => {
    expect(
      planted('// a keeper\nexport const words = "notes keeper"; export const research_tickets = 1;'),
    ).toEqual([]);
  });

  it("finds every tool and agent of the product, and none named in a page", async () => {
    const { names, problems } = await checkNamesInPages(resolve(import.meta.dirname, "../../.."));
    expect(problems).toEqual([]);
    expect(names.map(({ name }) => name).toSorted()).toEqual(
      [...catalogue(), ...allAgents()].map(({ name }) => name).toSorted(),
    );
  });
});
