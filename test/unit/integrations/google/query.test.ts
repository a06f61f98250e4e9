import { describe, expect, it } from "vitest";
import { googleWorld } from "./google-world.ts";

const DAY_MS = 86_400_000;

async function mailboxOfFive() {
  const world = googleWorld();
  const names = new Map<string, string>();
  const add = async (name: string, email: Record<string, unknown>): Promise<void> => {
    names.set((await world.receive({ subject: name, body: name, ...email })).id, name);
  };
  await add("old", { from: "Ann <ann@mail.example>", body: "About the rent roll." });
  world.passTime(3 * DAY_MS);
  await add("lead", {
    from: "Zillow Rentals <leads@convo.zillow.example>",
    subject: "New lead: 214 Birch St",
    body: "Credit: 700, one cat. Café latte.",
  });
  await add("news", {
    from: "Trade News <news@trade.example>",
    subject: "This week in rent",
    headers: { "List-Unsubscribe": "<mailto:off@trade.example>" },
  });
  await add("tool", { from: "ClickUp <notifications@clickup.example>", subject: "Task done" });
  await add("owner", {
    from: "Harold Finch <harold.finch@mail.example>",
    subject: "Statement for Birch",
    body: "See attached.",
    cc: ["Dana <dana@alderfinch.example>"],
    attachments: [{ filename: "statement.pdf", text: "%PDF" }],
  });
  const find = async (q: string): Promise<string[]> =>
    (await world.search(q)).map((id) => names.get(id) ?? "?").sort();
  return { world, find };
}

describe("Gmail's search", async () => {
  const { find } = await mailboxOfFive();
  it.each<[string, string[]]>([
    ["", ["lead", "news", "old", "owner", "tool"]],
    ["is:unread in:inbox -category:promotions -from:zillow -from:clickup", ["old", "owner"]],
    ["is:unread -category:promotions -{from:zillow from:clickup.example}", ["old", "owner"]],
    ["is:unread -category:promotions -from:(zillow OR clickup)", ["old", "owner"]],
    ["from:(zillow.example)", ["lead"]],
    ["from:convo.zillow.example is:unread", ["lead"]],
    ["from:zill", []],
    ["category:promotions", ["news"]],
    ["category:updates", ["tool"]],
    ["category:primary", ["lead", "old", "owner"]],
    ["subject:birch", ["lead", "owner"]],
    ["subject:(new lead)", ["lead"]],
    ['"rent roll"', ["old"]],
    ["rent roll", ["old"]],
    ["roll rent", ["old"]],
    ['"roll rent"', []],
    ["rent OR statement", ["news", "old", "owner"]],
    ["(subject:rent OR subject:statement) -from:trade", ["owner"]],
    ["cafe", ["lead"]],
    ["CAFÉ", ["lead"]],
    ["has:attachment", ["owner"]],
    ["filename:pdf", ["owner"]],
    ["cc:dana", ["owner"]],
    ["to:office@alderfinch.example subject:task", ["tool"]],
    ["newer_than:2d", ["lead", "news", "owner", "tool"]],
    ["older_than:2d", ["old"]],
    ["after:2026/03/19", ["lead", "news", "owner", "tool"]],
    ["before:2026/03/19", ["old"]],
    [`after:${Date.parse("2026-03-20T00:00:00Z") / 1000}`, ["lead", "news", "owner", "tool"]],
    ["in:sent", []],
    ["in:anywhere from:ann", ["old"]],
    ["label:inbox -label:unread", []],
    ["from:harold.finch@mail.example", ["owner"]],
    ["is:starred", []],
    ["is:nonsense", []],
    ["after:nonsense", []],
    ['"unclosed', []],
    ["((((", ["lead", "news", "old", "owner", "tool"]],
    ["-", ["lead", "news", "old", "owner", "tool"]],
  ])("understands %j", async (q, expected) => {
    expect(await find(q)).toEqual(expected);
  });

  it("leaves spam and the trash out unless they are asked for", async () => {
    const { world, find: search } = await mailboxOfFive();
    const [id] = await world.search("from:ann");
    await world.call("POST", `/messages/${id}/modify`, {
      body: { addLabelIds: ["TRASH"], removeLabelIds: ["INBOX"] },
    });
    expect(await search("from:ann")).toEqual([]);
    expect(await search("in:trash from:ann")).toEqual(["old"]);
    expect(await search("in:anywhere from:ann")).toEqual(["old"]);
    const { body } = await world.call("GET", "/messages?includeSpamTrash=true");
    expect(body.resultSizeEstimate).toBe(5);
  });
});
