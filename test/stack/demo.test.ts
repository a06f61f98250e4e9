/** The demo's conversations work: each wish is said to the really running product, and the script that stands in for a model reads what its tools answer. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { connectDemoToolServer } from "../../scripts/demo-tool-server.ts";
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import { moveFilesIn } from "../../scripts/demo-workspace.ts";
import { ALDER } from "../../sandbox/world/company.ts";
import type { Message } from "../../src/agent/api/message.ts";
import { controlAt, eventually, signInAs, type Client } from "../support/client.ts";
import { ownStack } from "../support/own-stack.ts";

const MARIA = "+14125550142";

/** What the world plans for the next working day; a day before a weekend has none of it. */
const ENTRIES_OF_TOMORROW = isEveOfWeekend()
  ? /There's nothing on the calendar/
  : /^- \w{3}, .*(?:Hale|Raman|Whitfield)/m;

/** What people say one after the other in a conversation, and what the reply must hold. */
const CONVERSATIONS: readonly (readonly (readonly [string, ...RegExp[]])[])[] = [
  [
    ["Text Maria Lopez that the plumber comes tomorrow at 9", /^Proposed: .*Hi Maria, the plumber comes/m],
    ["make it friendlier", /^Proposed: .*Hi Maria, (?!the plumber comes tomorrow at 9\. - Dana)/m],
  ],
  [
    ["Text Maria that her key is ready", /^Asked: .*Which Maria .*Maria Lindqvist.*Maria Lopez/m],
    ["Maria Lopez", /^Proposed: .*\+14125550142.*your key is ready/m],
  ],
  [
    [
      "Email Harold Finch that his statement is ready",
      /^Proposed: .*harold\.finch@.*Your statement is ready/m,
    ],
  ],
  [["Reply to Harold Finch's e-mail", /Harold Finch wrote “/, /^Proposed: .*replyToEmailId/m]],
  [["Reply to Maria Lopez", /Maria Lopez wrote: “.*The heater is leaking again”/, /^Proposed: /m]],
  [
    [
      "Tell everyone at Wren Court that the snow crew comes on Friday",
      /4 people/,
      /(?:^Proposed: .*\n?){4}/m,
    ],
  ],
  [["What did Maria Lopez say about the heater?", /Maria Lopez wrote: “The heater is leaking again”/]],
  [["What did Gregory Stahl say about the carpet?", /Gregory Stahl wrote.*[cC]arpet/]],
  [["What do we know about the boiler at Cedar Hollow?", /\(areas\/buildings\.md, line \d+\)/]],
  [
    [
      "Is there a freeze warning for 15222 tonight?",
      /City desk answers: “Freeze warning for 15222: tonight from 9 PM/,
    ],
  ],
  [
    [
      "Ask the city to inspect the heating at 214 Birch St",
      /^Proposed: .*"address":"214 Birch St","reason":"heating"/m,
    ],
  ],
  [["Any open repairs at 214 Birch?", /Maria Lopez wrote: “The heater is leaking again”/]],
  [["Who is Maria Lopez, and what did she last write?", /Maria Lopez.*(?:leaking|heater)/]],
  [["What does the rent roll say about 4B?", /930 Millrace Blvd 4B, James Otieno: \$1,475 a month/]],
  [["Find the lease of Maria Lopez", /Lease 214 Birch St 3B Maria Lopez\.pdf/]],
  [["What does the move-out checklist say?", /Move-out checklist says: “# Move-out checklist/]],
  [["Open the house rules PDF", /House Rules\.pdf says: “.*Quiet hours are from 10 pm/]],
  [["Who is Walt Ironside?", /Plumber, owner, Ironside Plumbing.*\+1724555/]],
  [["Summarize yesterday", /Came in:|E-mails \(texts/, /Calendar:|Notes:/]],
  // On the eve of a weekend or a holiday none is, and it says why.
  [["When are we free tomorrow for half an hour?", /^- \w{3}, .* to |^No time is free .*\. \S+ is \S+/m]],
  [["What's on the calendar tomorrow?", ENTRIES_OF_TOMORROW]],
  [["Remember that the roof hatch key is with Tom", /Noted in areas\/.*“The roof hatch key is with Tom”/]],
  [
    ["Remind me tomorrow at 9 to call the bank", /^Scheduled\. Once, on .* at 9:00 AM/m],
    ["What is scheduled?", /^- .*Call the bank/m],
  ],
  [["What's waiting for approval?", /^- \w{3}, .*Text message.*“Hi Maria/m]],
];

it("what the demo offers to try works", async () => {
  await using stack = await ownStack();
  await moveFilesIn(stack);
  const dana = await signInAs(stack.appUrl, stack.sandboxUrl, "dana@alderfinch.example");
  await registerDemoWebhooks(stack);
  await connectDemoToolServer(stack);
  await controlAt(stack.sandboxUrl, "inbound/sms", { from: MARIA, text: "The heater is leaking again" });
  await eventually("her text is on record", async () => {
    const { items } = await dana.json<{ items: unknown[] }>("GET", `/api/texts/${encodeURIComponent(MARIA)}`);
    return items.length > 0;
  });
  for (const turns of CONVERSATIONS) {
    const id = randomUUID();
    for (const [wish, ...wanted] of turns) {
      const reply = await replyTo(dana, id, wish);
      for (const words of wanted) expect.soft(reply, wish).toMatch(words);
    }
  }
}, 300_000);

/** Whether tomorrow, where the company is, is no working day. */
function isEveOfWeekend(): boolean {
  const day = new Intl.DateTimeFormat("en-US", { timeZone: ALDER.timeZone, weekday: "short" }).format();
  return day === "Fri" || day === "Sat";
}

/** Says something and waits for the turn to stop: what was said since, what was proposed, what was asked, a line each. */
async function replyTo(person: Client, id: string, wish: string): Promise<string> {
  const before = await person.messages(id).catch(() => []);
  await person.send(id, wish);
  const messages = await eventually(wish, async () => {
    const since = (await person.messages(id)).slice(before.length + 1);
    // What became of a draft that was replaced comes after the turn has stopped.
    const last = since.findLast(({ parts }) => parts.some(({ type }) => type !== "outcome"));
    return isLast(last) ? since : null;
  });
  return messages
    .flatMap(({ parts }) => parts)
    .map(lineOf)
    .join("\n");
}

/** Whether a turn stops with it: it calls nothing more, or what it called waits for a person. */
function isLast(message: Message | undefined): boolean {
  if (message === undefined) return false;
  return message.role === "assistant"
    ? message.parts.every(({ type }) => type !== "tool_use")
    : /awaiting_approval|"asked/.test(JSON.stringify(message.parts).replaceAll("\\", ""));
}

const PROPOSES = new Set(["send_message", "send_email", "use_server_tool"]);

function lineOf(part: Message["parts"][number]): string {
  const { type, text, name, input } = part as Readonly<Record<string, unknown>>;
  if (type === "text") return String(text);
  if (PROPOSES.has(String(name))) return `Proposed: ${JSON.stringify(input)}`;
  return name === "ask_user" ? `Asked: ${JSON.stringify(input)}` : "";
}
