/** Steward looks up its own product: over the help pages as a deployment has them. */
import { describe, expect, it } from "vitest";
import { manualPages } from "../../../frontend/manual-pages.ts";
import { offeredTools } from "../../../src/agent/tools/agent-tools.ts";
import { findTool } from "../../../src/agent/tools/catalogue.ts";
import type { ReadTool } from "../../../src/agent/tools/define-tool.ts";
import { rankTools } from "../../../src/agent/tools/discovery/rank-tools.ts";
import { searchHelp } from "../../../src/team/tools/search-help.ts";
import { seenIn } from "../agent/tools/world.ts";

const search = (query: string, pages: ReturnType<typeof manualPages> | null = manualPages()) =>
  (searchHelp as ReadTool).run({ query }, { manual: async () => pages }, seenIn());

const linksFor = async (query: string): Promise<string[]> => {
  const found = await search(query);
  if (found.kind !== "ok") throw new Error(`${query}: ${found.kind}`);
  return (found.data as { pages: { link: string }[] }).pages.map(({ link }) => link);
};

describe("search_help", () => {
  it.each([
    ["stop the ringing in the evening", "/help/get-notified"],
    ["turn off notifications on my phone", "/help/get-notified"],
    ["who is rung next when nobody answers", "/help/get-notified"],
    ["see what went out last week", "/help/see-what-happened"],
    ["delete a contact so that nothing of him stays", "/help/keep-and-erase-data"],
    ["download all our data", "/help/keep-and-erase-data"],
    ["invite a colleague", "/help/manage-your-team"],
    ["statement of work", "/help/run-a-project"],
    ["connect a shared mailbox", "/help/connect-your-mailboxes"],
    ["send short texts without asking", "/help/set-the-rules"],
    ["Keep and erase data", "/help/keep-and-erase-data"],
  ])("finds the page for “%s”", async (query, link) => {
    expect(await linksFor(query)).toContain(link);
  });

  it("returns whole pages with the links in them, and the titles of the others", async () => {
    expect(await search("erase for good")).toMatchObject({
      kind: "ok",
      data: {
        pages: expect.arrayContaining([
          {
            title: "Keep and erase data",
            link: "/help/keep-and-erase-data",
            text: expect.stringContaining("chooses _Erase for good…_") as unknown,
          },
        ]) as unknown,
        otherPages: expect.arrayContaining(["Import accounts"]) as unknown,
      },
    });
  });

  it("names the pages there are where no word is in them, and says that they can't be read", async () => {
    expect(await search("xylophone")).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("Get notified") as unknown,
    });
    expect(await search("ringing", null)).toMatchObject({ kind: "failed" });
  });

  it.each([
    "how do I stop the ringing in the evening",
    "where do I see what went out last week",
    "can you turn off notifications",
    "erase a contact for good, nothing stays",
    "how do I invite someone",
    "where do I change quiet hours",
    "help on settings",
  ])("is found by what is wanted: %s", (wish) => {
    const tools = offeredTools("steward").deferred.flatMap((name) => findTool(name)?.tool ?? []);
    const names = rankTools(tools, wish).map(({ name }) => name);
    expect(names.slice(0, 5)).toContain("search_help");
  });

  it("stays away from what other tools are wanted for", () => {
    const tools = offeredTools("steward").deferred.flatMap((name) => findTool(name)?.tool ?? []);
    for (const wish of ["forward an email with attachment", "cancel the event", "missed calls", "file a bug"])
      expect(
        rankTools(tools, wish)
          .slice(0, 5)
          .map(({ name }) => name),
      ).not.toContain("search_help");
  });
});
