/** READ-WHOLE: what stands in the blocks and attachments of a Slack message is read, in words. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageWords } from "../../../../src/integrations/slack/blocks.ts";
import { readableText } from "../../../../src/integrations/slack/text.ts";
import { readSlackMessages } from "../../../../src/integrations/slack/tools/read-slack-messages.ts";
import type { ReadTool } from "../../../../src/agent/tools/define-tool.ts";
import { seenIn } from "../../agent/tools/world.ts";
import { nextTs, personOf } from "../../../../sandbox/slack/store.ts";
import { slackWorld } from "./slack-world.ts";

const NAMES = new Map([
  ["U0TOM00001", "Tom Okafor"],
  ["C0MAINTEN01", "maintenance"],
]);
const read = (blocks: readonly unknown[], text = "", attachments: readonly unknown[] = []): string =>
  readableText(messageWords(text, blocks, attachments), NAMES);
const plain = (text: string) => ({ type: "plain_text", text });
const mrkdwn = (text: string) => ({ type: "mrkdwn", text });
const rich = (...elements: readonly unknown[]) => ({
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements }],
});
const words = (text: string, style = {}) => ({ type: "text", text, style });

describe("a block", () => {
  it.each<[string, unknown, string]>([
    ["header", { type: "header", text: plain("Boiler <3 & down") }, "Boiler <3 & down"],
    [
      "what is chosen in a list, of several, a day and written words",
      {
        type: "actions",
        elements: [
          {
            type: "static_select",
            placeholder: plain("Pick"),
            initial_option: { text: plain("Unit 2"), value: "2" },
          },
          {
            type: "checkboxes",
            options: [{ text: plain("Pets") }, { text: plain("Car") }],
            initial_options: [{ text: plain("Car") }],
          },
          { type: "datepicker", initial_date: "2026-12-03" },
          { type: "plain_text_input", initial_value: "Leak" },
        ],
      },
      "Unit 2 Car 2026-12-03 Leak",
    ],
    ["a file", { type: "file", external_id: "x", source: "remote" }, "(a file not shown here)"],
    ["a card", { type: "card", title: plain("Visit"), body: plain("At nine") }, "Visit\nAt nine"],
    [
      "a plan",
      { type: "plan", title: "Plan", tasks: [{ type: "task_card", title: "Order key" }] },
      "Plan\nOrder key",
    ],
    [
      "section",
      { type: "section", text: mrkdwn("*Unit 3C*: <https://x.example|report>") },
      "*Unit 3C*: report (https://x.example)",
    ],
    [
      "section with fields and a button beside it",
      {
        type: "section",
        fields: [mrkdwn("*Unit*\n3C"), mrkdwn("*Rent*\n1450")],
        accessory: { type: "button", text: plain("Open") },
      },
      "*Unit*\n3C\n*Rent*\n1450\n[Open]",
    ],
    [
      "context",
      {
        type: "context",
        elements: [
          { type: "image", image_url: "https://x.example/a.png", alt_text: "red lamp" },
          mrkdwn("since <@U0TOM00001> looked"),
        ],
      },
      "(image: red lamp) since @Tom Okafor looked",
    ],
    [
      "image",
      { type: "image", title: plain("Meter"), alt_text: "Meter reads 4471" },
      "Meter\n(image: Meter reads 4471)",
    ],
    [
      "actions",
      {
        type: "actions",
        elements: [
          { type: "button", text: plain("Acknowledge") },
          { type: "button", text: plain("Resolve") },
        ],
      },
      "[Acknowledge] [Resolve]",
    ],
    [
      "select",
      {
        type: "actions",
        elements: [
          {
            type: "static_select",
            placeholder: plain("Who goes?"),
            options: [{ text: plain("Tom"), value: "1" }],
          },
        ],
      },
      "Who goes?\nTom",
    ],
    [
      "input",
      {
        type: "input",
        label: plain("Reason"),
        element: { type: "plain_text_input", placeholder: plain("Say why") },
      },
      "Reason\nSay why",
    ],
    [
      "video",
      { type: "video", title: plain("Walk-through"), description: plain("Unit 3C"), alt_text: "a hallway" },
      "Walk-through\nUnit 3C\n(image: a hallway)",
    ],
    ["markdown", { type: "markdown", text: "**Rent** 1450" }, "**Rent** 1450"],
    [
      "table",
      {
        type: "table",
        rows: [
          [
            { type: "raw_text", text: "Unit" },
            { type: "raw_text", text: "Rent" },
          ],
          [{ type: "raw_text", text: "2A" }, rich(words("1450", { strike: true }), words(" 1525"))],
        ],
      },
      "Unit | Rent\n2A | ~1450~ 1525",
    ],
    [
      "rich text",
      rich(
        words("Water in "),
        { type: "channel", channel_id: "C0MAINTEN01" },
        words(", "),
        { type: "user", user_id: "U0TOM00001" },
        words(" <see> "),
        { type: "link", url: "https://x.example/r", text: "report" },
        { type: "emoji", name: "droplet" },
        { type: "broadcast", range: "here" },
        { type: "date", timestamp: 1, format: "{date}", fallback: "1 Jan" },
      ),
      "Water in #maintenance, @Tom Okafor <see> report (https://x.example/r):droplet:@here1 Jan",
    ],
    [
      "rich text's lists, quotes and code",
      {
        type: "rich_text",
        elements: [
          {
            type: "rich_text_list",
            style: "ordered",
            offset: 2,
            elements: [rich(words("third")).elements[0], rich(words("fourth")).elements[0]],
          },
          {
            type: "rich_text_list",
            style: "bullet",
            indent: 1,
            elements: [rich(words("inner")).elements[0]],
          },
          { type: "rich_text_quote", elements: [words("no pets")] },
          { type: "rich_text_preformatted", elements: [words("E 4471")] },
        ],
      },
      "3. third\n4. fourth\n  • inner\n> no pets\nE 4471",
    ],
    ["kind that is not known here", { type: "hologram" }, "(a hologram not shown here)"],
    ["divider", { type: "divider" }, ""],
  ])("of %s gives its words", (_name, block, expected) => {
    expect(read([block])).toBe(expected);
  });
});

describe("a message", () => {
  const ALERT = {
    pretext: "New alert",
    author_name: "PagerDuty",
    title: "Boiler 214 Birch: no heat",
    text: "Since 04:10, <@U0TOM00001> is on call",
    fields: [{ title: "Severity", value: "critical" }],
    actions: [{ type: "button", text: "Acknowledge" }],
    fallback: "alert",
    footer: "Zone 2",
  };

  it("of an app whose words are attachments has them", () => {
    expect(read([], "", [ALERT])).toBe(
      "From PagerDuty:\nNew alert\nBoiler 214 Birch: no heat\nSince 04:10, @Tom Okafor is on call\nSeverity: critical\n[Acknowledge]\nZone 2",
    );
    expect(read([], "", [{ fallback: "Deploy failed" }])).toBe("Deploy failed");
    expect(read([], "", [{ color: "#f00", blocks: [{ type: "section", text: mrkdwn("In blocks") }] }])).toBe(
      "In blocks",
    );
  });

  it("says once what text and blocks both say, and keeps what either lacks", () => {
    const same = rich(words("The part comes, "), { type: "user", user_id: "U0TOM00001" }, words("!"));
    expect(read([same], "The part comes, <@U0TOM00001|tom>!")).toBe("The part comes, @Tom Okafor!");
    const more = { type: "section", text: mrkdwn("No heat at 214 Birch since 04:10") };
    expect(read([{ type: "header", text: plain("Alert") }, more], "Alert")).toBe(
      "Alert\nNo heat at 214 Birch since 04:10",
    );
    expect(read([more], "2 new alerts")).toBe("2 new alerts\nNo heat at 214 Birch since 04:10");
  });

  it("of anything at all is read without failing, within its bounds", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.jsonValue()),
        fc.array(fc.jsonValue()),
        (text, blocks, attachments) => {
          expect(messageWords(text, blocks, attachments).length).toBeLessThanOrEqual(
            Math.max(12_000, text.length),
          );
        },
      ),
    );
    let nested: unknown = { type: "text", text: "deep" };
    for (let depth = 0; depth < 10_000; depth++) nested = { type: "rich_text_section", elements: [nested] };
    expect(messageWords("", [nested])).toBe("");
  });

  it("reaches whoever reads the channel", async () => {
    const world = await slackWorld();
    const ts = nextTs(world.saved, world.now());
    world.saved.messages.push({
      channelId: "C0MAINTEN01",
      ts,
      userId: personOf("Tom")?.id ?? "",
      text: "",
      blocks: [],
      attachments: [ALERT],
      threadTs: null,
      metadata: null,
      onlyTo: null,
    });
    const tool = readSlackMessages as ReadTool;
    const outcome = await tool.run(tool.input.parse({ channel: "#maintenance" }), world.services, seenIn());
    expect(JSON.stringify(outcome)).toContain("Boiler 214 Birch: no heat");
  });
});
