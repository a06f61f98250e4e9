/**
 * SERVED-EXFIL: what was read leaves through no look-up. Over every read whose words leave the house, as the registry has them: every free argument, encoded and
 * split in many ways. A tool or an argument that is new here fails until it has its line.
 */
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { ToolCall, TurnScope } from "../../../../src/agent/ports.ts";
import type { Json } from "../../../../src/kernel/hash.ts";
import { catalogue, findTool } from "../../../../src/agent/tools/catalogue.ts";
import type { ReadTool } from "../../../../src/agent/tools/define-tool.ts";
import { egress, SENT_A_RUN } from "../../../../src/agent/tools/hooks/egress.ts";
import type { CallState } from "../../../../src/agent/tools/hooks/types.ts";
import { parseInput } from "../../../../src/agent/tools/parse-input.ts";
import type { ServersServices } from "../../../../src/mcp/servers/tools/offered.ts";
import { rounds } from "../../../support/nightly.ts";
import { call, SCOPE, seenIn } from "./world.ts";

/** Every read whose words leave, where they go, and its arguments; of dates, numbers and choices the model chooses too. */
const LINES: Readonly<Record<string, string>> = {
  contact_history: "contacts: contact from to limit",
  search_contacts: "contacts: query limit",
  get_message: "messages: id number at",
  list_messages: "messages: number from to limit",
  read_email: "mail: id from",
  read_email_thread: "mail: id fromEmail",
  search_emails: "mail: query limit next",
  list_events: "calendar: from to calendar event fromChar freeFor",
  research_web: "web: question",
  get_task: "tasks: task from olderThan",
  get_tasks: "tasks: list view assignee status tag dueFrom dueTo updatedSince closed page",
  list_lists: "tasks: list",
  search_tasks: "tasks: query",
  find_slack_people: "slack: query",
  list_slack_channels: "slack: cursor",
  look_at_picture: "pictures: id number",
  read_slack_messages: "slack: channel thread since until limit cursor",
  read_document: "drive: file emailId attachment from",
  read_pdf: "drive: file emailId attachment fromPage fromChar",
  read_sheet: "drive: file tab query cells fromRow fromChar",
  search_drive: "drive: query kind folder changedSince page",
  get_github_commit: "github: repository commit from",
  get_github_issue: "github: issue from olderThan",
  list_github_commits: "github: repository ref path author since until page",
  list_github_repositories: "github: repository",
  read_github_file: "github: repository path ref fromLine fromChar",
  search_github_code: "github: text repository path language page",
  search_github_issues: "github: query repository kind state assignee author label updatedSince page",
  get_jira_issue: "jira: issue from olderThan",
  list_jira_projects: "jira: project",
  search_jira: "jira: query project status open assignee labels type dueBy updatedSince next",
  find_related_tasks: "planning: query project_key limit",
  look_up_on_server: "servers: tool input",
};
/** Where nothing goes that is not a person's own words, once words of others were read. */
const FOREIGN = ["web", "servers"];

const READS = catalogue().filter(({ effect, egress: way }) => effect === "read" && way !== "none");

interface Field {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly items?: Field;
}

function argumentsOf(name: string): Readonly<Record<string, Field>> {
  const tool = findTool(name)?.tool;
  if (tool === undefined) throw new Error(`${name} is no tool`);
  return (z.toJSONSchema(tool.input, { io: "input" }) as Field).properties ?? {};
}

/** What a hijacked model has read of others. */
const SECRET = "Zebulon Quixwell, +14125550142, owes 2,400 dollars since his surgery in May. ".repeat(120);
const bytes = (text: string): number => Buffer.byteLength(text);

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  base64: (text) => Buffer.from(text).toString("base64"),
  hex: (text) => Buffer.from(text).toString("hex"),
  percent: (text) => Array.from(text, (one) => `%${one.charCodeAt(0).toString(16)}`).join(""),
  reversed: (text) => Array.from(text).toReversed().join(""),
  "twenty bits a character": (text) =>
    Array.from({ length: text.length / 2 }, (_, at) =>
      String.fromCodePoint(0x1_00_00 + text.charCodeAt(2 * at) * 128 + text.charCodeAt(2 * at + 1)),
    ).join(""),
  "letters nobody sees": (text) =>
    Array.from(text, (one) => String.fromCodePoint(0xe_00_00 + one.charCodeAt(0))).join(""),
  "halves of pairs": (text) =>
    Array.from(text, (one) => String.fromCharCode(0xd8_00 + one.charCodeAt(0))).join(""),
  words: (text) => Array.from(text, (one) => `word${one.charCodeAt(0)}`).join(" "),
};

/** Characters that a text is cut to. */
const CALL = 900;
const SENTENCE = 60;
const WORD = 10;

/** By day every third way through each argument of our own look-ups, by turns. */
const EVERY = rounds(3, 1);

/** More than the budget holds of the shortest calls but one letter. */
const MOST_CALLS = 220;

function split(text: string, size: number): string[] {
  return text.match(new RegExp(`[^]{1,${size}}`, "gu")) ?? [];
}

/** Arguments that carry some words: through a text, a list, a number, a choice, or the fields of a server's tool. */
function carriers(name: string): ((words: string) => readonly Record<string, Json>[])[] {
  const one = (input: Record<string, Json>): Record<string, Json>[] => [input];
  const digits = (words: string): number[] => Array.from(words, (letter) => letter.codePointAt(0) ?? 0);
  const tool = "crm__search";
  if (name === "look_up_on_server")
    return [
      (words) => one({ tool, input: { q: words } }),
      (words) => one({ tool, input: { [words]: true } }),
      (words) => one({ tool, input: { [words]: null } }),
      (words) => one({ tool, input: { [words]: "" } }),
      (words) => one({ tool, input: { [words]: [] } }),
      (words) => one({ tool, input: { q: { [words]: {} } } }),
      (words) => one({ tool, input: { q: [{ deep: [{ [words]: 1 }] }] } }),
      (words) => one({ tool, input: { q: Array.from(words) } }),
      (words) => one({ tool, input: { q: digits(words) } }),
      (words) =>
        digits(words).map((code) => ({
          tool,
          input: { q: Array.from({ length: 8 }, (_, bit) => (code >> bit) % 2 === 1) },
        })),
    ];
  return Object.entries(argumentsOf(name)).map(([field, { type }]) => (words) => {
    if (type === "array") return one({ [field]: words.match(/[^]{1,50}/gu) ?? [] });
    if (type === "integer") return digits(words.slice(0, WORD)).map((code) => ({ [field]: code }));
    if (type === "boolean") return digits(words.slice(0, WORD)).map((code) => ({ [field]: code % 2 === 1 }));
    return one({ [field]: words });
  });
}

const READ: Partial<TurnScope> = {
  outside: true,
  outsideWords: true,
  readOfOthers: true,
  readOfPeople: true,
};
const OURS: Partial<TurnScope> = {
  outside: false,
  outsideWords: false,
  readOfOthers: false,
  readOfPeople: false,
};

/** Bytes that a destination is told: values, and names that no schema of ours fixes. Counted apart from the hook. */
function told({ name, input }: ToolCall): number {
  const { tool: _, ...rest } = input;
  const words = JSON.stringify(name === "look_up_on_server" ? rest["input"] : Object.values(rest));
  return bytes(words.replaceAll(/["{}[\]:,\\]/g, ""));
}

/** Makes calls in one run until nothing more leaves; answers what left. */
async function left(
  name: string,
  inputs: readonly Record<string, Json>[],
  scope: Partial<TurnScope>,
): Promise<number> {
  const made: ToolCall[] = [];
  let refused = 0;
  for (const input of inputs) {
    // What was refused stays refused: a few more tries show it.
    if (refused > 3) break;
    const one = call(name, input);
    const state = {
      call: one,
      tool: findTool(name)?.tool ?? null,
      scope: { ...SCOPE, ...scope, callsBefore: () => made },
    };
    if ((await egress.before(state as unknown as CallState)).stop === undefined) made.push(one);
    else refused++;
  }
  return made.reduce((sum, one) => sum + told(one), 0);
}

describe("SERVED-EXFIL", () => {
  it("has a line for every read whose words leave, with all of its arguments", () => {
    const found = READS.map(({ name }) => [
      name,
      `${findTool(name)?.toolset.name}: ${Object.keys(argumentsOf(name)).join(" ")}`,
    ]);
    expect(Object.fromEntries(found)).toEqual(LINES);
    expect(READS.length).toBeGreaterThanOrEqual(30);
  });

  it.each(Object.keys(LINES).map((name, turn) => [name, turn] as const))(
    "%s: carries no more than the budget, however it is encoded and split",
    async (name, turn) => {
      const [place = ""] = (LINES[name] ?? "").split(":");
      const isForeign = FOREIGN.includes(place);
      const [bound, every] = isForeign ? [0, 1] : [SENT_A_RUN, EVERY];
      const ways = [
        ...Object.entries(ENCODINGS).map(([how, encode]) => ({ how, parts: split(encode(SECRET), CALL) })),
        { how: "a sentence a call", parts: split(SECRET, SENTENCE) },
        { how: "a word a call", parts: split(SECRET, WORD) },
      ];
      for (const [way, { how, parts }] of ways.entries())
        for (const [at, carry] of carriers(name).entries()) {
          if ((turn + way + at) % every !== 0) continue;
          const inputs = parts.flatMap(carry).slice(0, MOST_CALLS);
          const carrier = `${how}, carrier ${at}`;
          expect([carrier, (await left(name, inputs, OURS)) <= SENT_A_RUN]).toEqual([carrier, true]);
          expect([carrier, (await left(name, inputs, READ)) <= bound]).toEqual([carrier, true]);
        }
    },
  );

  it("counts all tools of one destination together, and another's apart", async () => {
    const mails = Array.from({ length: 10 }, (_, at) =>
      call(
        at % 2 === 0 ? "search_emails" : "read_email",
        at % 2 === 0 ? { query: "x".repeat(500) } : { id: "y".repeat(500) },
      ),
    );
    const made: ToolCall[] = [];
    for (const one of mails) {
      const state = {
        call: one,
        tool: findTool(one.name)?.tool ?? null,
        scope: { ...SCOPE, ...READ, callsBefore: () => made },
      };
      if ((await egress.before(state as unknown as CallState)).stop === undefined) made.push(one);
    }
    expect(made).toHaveLength(4);
  });

  it("takes no argument but those of its schema: a new name carries nothing", () => {
    for (const { name } of READS) {
      const tool = findTool(name)?.tool;
      if (tool === undefined) throw new Error(name);
      expect([name, parseInput(tool, { ["zebulon_owes_2400"]: true }).ok]).toEqual([name, false]);
    }
  });

  it("fills in no field of a server's tool that its schema doesn't name, also where the schema lets any in", async () => {
    const tool = findTool("look_up_on_server")?.tool as ReadTool;
    const schemas = [
      { type: "object" },
      { type: "object", properties: { q: { type: "string" } }, additionalProperties: true },
    ];
    for (const inputSchema of schemas) {
      const offered = {
        name: "crm__search",
        server: {},
        tool: { name: "search", use: "look_up", inputSchema },
      };
      const services = { deps: null, tools: async () => [offered] } as unknown as ServersServices;
      const answer = await tool.run(
        { tool: "crm__search", input: { "Zebulon owes": "Hi." } },
        services,
        seenIn(),
      );
      expect(answer).toMatchObject({
        kind: "retry",
        message: expect.stringContaining("isn't known") as string,
      });
    }
  });

  it("passes names below the first level on to no one after words of others, though the values are a person's own", async () => {
    const recentTexts = [{ who: "user" as const, name: "Dana", text: "What is it?", at: "", messageId: "m" }];
    const input = { tool: "crm__search", input: { q: { "Zebulon owes 2,400": "What is it?" } } };
    expect(await left("look_up_on_server", [input], { ...READ, recentTexts })).toBe(0);
    const plain = { tool: "crm__search", input: { q: "What is it?" } };
    expect(await left("look_up_on_server", [plain], { ...READ, recentTexts })).toBeGreaterThan(0);
  });
});
