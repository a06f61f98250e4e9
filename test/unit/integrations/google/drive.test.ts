/** Files of Google Drive as the agent reads them: our client and the sandbox, each held to Google's own description. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asRead } from "../../../support/as-read.ts";
import { driveQuery } from "../../../../src/integrations/google/drive.ts";
import { describeFailure } from "../../../../src/agent/tools/describe-failure.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { offeredTools } from "../../../../src/agent/tools/agent-tools.ts";
import type { AnyTool, ReadTool, ToolResult } from "../../../../src/agent/tools/define-tool.ts";
import { readDocument } from "../../../../src/integrations/google/tools/drive/read-document.ts";
import { readSheet } from "../../../../src/integrations/google/tools/drive/read-sheet.ts";
import { searchDrive } from "../../../../src/integrations/google/tools/drive/search-drive.ts";
import { seenIn } from "../../agent/tools/world.ts";
import { driveWorld, type DriveWorld } from "./drive-world.ts";

const DANA = "dana@alderfinch.example";
const TOM = "tom@alderfinch.example";

let world: DriveWorld;
beforeAll(async () => void (world = await driveWorld()));
afterAll(async () => {
  expect(await world.violations()).toEqual({ items: [] });
  await world.close();
});

async function look(tool: AnyTool, input: object, who: string | null = DANA): Promise<ToolResult> {
  return asRead((tool as ReadTool).run(tool.input.parse(input), await world.as(who), seenIn()));
}
type Line = Readonly<Record<string, unknown>>;
async function rows(tool: AnyTool, input: object, who: string | null = DANA): Promise<readonly Line[]> {
  const result = await look(tool, input, who);
  if (result.kind !== "list") throw new Error(JSON.stringify(result));
  return result.items as readonly Line[];
}
async function names(input: object, who: string | null = DANA): Promise<string[]> {
  return (await rows(searchDrive, input, who)).map(({ name }) => String(name));
}

describe("finding files", () => {
  it("finds by words of names and of contents, by kind, folder and day, and pages", async () => {
    expect(await names({ query: "quiet hours 10 pm", kind: "pdf" })).toContain("House Rules.pdf");
    expect(await names({ query: "lease Birch 3B Maria" })).toEqual([
      "Lease 214 Birch St 3B Maria Lopez.pdf",
      "Rent roll",
    ]);
    const meetings = await names({ folder: "Meetings" });
    expect(meetings).toContain("Team meeting this week");
    expect(meetings.every((name) => name.startsWith("Team meeting"))).toBe(true);
    expect(await names({ kind: "folder" })).toEqual(expect.arrayContaining(["Leases", "Finance"]));
    const lately = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    expect(await names({ changedSince: lately })).toContain("Rent roll");
    expect(await names({ changedSince: lately })).not.toContain("House Rules.pdf");
    const first = await look(searchDrive, {});
    const nextPage = first.kind === "list" ? first.beside?.["nextPage"] : null;
    expect(typeof nextPage).toBe("string");
    const more = await names({ page: nextPage });
    expect(more.length).toBeGreaterThan(0);
    expect(await names({})).not.toEqual(expect.arrayContaining(more));
  });

  it("says of each file what it is, where, whose, how large and since when", async () => {
    const [file] = await rows(searchDrive, { query: "Rules", kind: "pdf" });
    expect(file).toMatchObject({
      name: "House Rules.pdf",
      kind: "pdf",
      folder: "Policies",
      changedBy: "Alder & Finch Office",
      size: expect.stringMatching(/KB$/),
      link: expect.stringMatching(/^https:\/\/drive\.google\.com\/file\/d\//),
    });
  });

  it("opens only what who asks could open, and says whose eyes it was", async () => {
    const query = "raises next year";
    expect(await names({ query }, DANA)).toContain("Salaries and raises (Dana)");
    expect(await names({ query }, TOM)).not.toContain("Salaries and raises (Dana)");
    expect(await names({ query }, null)).not.toContain("Salaries and raises (Dana)");
    const [mine] = await rows(searchDrive, { query }, DANA);
    expect(await look(readDocument, { file: String(mine?.["id"]) }, TOM)).toMatchObject({ kind: "retry" });
    expect(await look(searchDrive, { query: "rent" }, TOM)).toMatchObject({
      beside: { seenAs: "Tom Okafor, who asks" },
    });
    for (const who of [null, "somebody@elsewhere.example"])
      expect(await look(searchDrive, { query: "rent" }, who)).toMatchObject({
        beside: { seenAs: "Alder & Finch Office <office@alderfinch.example>, not who asks" },
      });
  });

  it("takes any words as words, whatever they would mean in Drive's own language", async () => {
    const hostile = [
      "x' or name contains 'a",
      "\\' or trashed = true or name contains \\'",
      'quote " inside',
      "') or ('1' in parents",
      "line\nbreak",
    ];
    for (const query of hostile) expect(await names({ query })).toEqual([]);
    expect(driveQuery({ name: "Harold's \\ file" })).toBe(
      String.raw`trashed = false and name = 'Harold\'s \\ file'`,
    );
    expect(await look(searchDrive, { folder: "x' or name = 'Leases" })).toMatchObject({ kind: "retry" });
  });
});

describe("reading documents", () => {
  it("gives a Doc as Markdown with headings, lists, tables and links", async () => {
    const result = await look(readDocument, { file: "Move-out checklist" });
    const { text } = (result.kind === "ok" ? result.data : {}) as { text: string };
    expect(text).toContain("# Move-out checklist");
    expect(text).toContain("## Before the last day");
    expect(text).toContain("1. Notice in writing, 60 days ahead, to [priya@alderfinch.example](mailto:");
    expect(text).toContain("| Keys | **all** of them, mailbox key too | $95 new lock |");
    expect(text).toContain("- Deposit within 30 days");
  });

  it("goes by name, id or link, says where several fit, and which tool reads what is no document", async () => {
    const [file] = await rows(searchDrive, { query: "Snow plan" });
    const whole = await look(readDocument, { file: "Snow plan" });
    expect(await look(readDocument, { file: String(file?.["id"]) })).toEqual(whole);
    expect(await look(readDocument, { file: `${String(file?.["link"])}/edit#heading=h.1` })).toEqual(whole);
    expect(await look(readDocument, { file: "Rent roll" })).toMatchObject({
      message: expect.stringContaining("read_sheet"),
    });
    expect(await look(readDocument, { file: "House Rules.pdf" })).toMatchObject({
      message: expect.stringContaining("read_pdf"),
    });
    expect(await look(readDocument, { file: "Move-out" })).toMatchObject({
      message: expect.stringContaining("Move-out checklist (document"),
    });
  });

  it("reads text files, and long ones in parts that make the whole again", async () => {
    const whole = Array.from({ length: 900 }, (_, at) => `Line ${at}: "quoted" 👍 \\ words`).join("\n");
    await world.control("drive", { owner: DANA, name: "long.txt", text: whole });
    let read = "";
    let from: number | null = 0;
    for (let part = 0; from !== null && part < 50; part++) {
      const result = await look(readDocument, { file: "long.txt", from });
      if (result.kind !== "ok") throw new Error(JSON.stringify(result));
      expect(JSON.stringify(result.data).length).toBeLessThan(10_000);
      const data = result.data as { text: string; nextFrom: number | null };
      read += data.text;
      from = data.nextFrom;
    }
    expect(read).toBe(whole);
    expect(await look(readDocument, { file: "long.txt", from: 999_999 })).toMatchObject({ kind: "retry" });
  });
});

describe("reading sheets", () => {
  it("gives rows by the names of the first, with what formulas come to, and lists the tabs", async () => {
    const result = await look(readSheet, { file: "Rent roll", query: "3B Birch" });
    expect(result).toMatchObject({
      beside: {
        tabs: ["Rent roll", "By building", "Late this month", "Vacancies"],
        tab: "Rent roll",
        nextRow: null,
      },
      items: [{ Building: "214 Birch St", Unit: "3B", Resident: "Maria Lopez", Rent: "$1,240" }],
    });
    const [total] = await rows(readSheet, { file: "Rent roll", tab: "by building", query: "total" });
    expect(total?.["Rent a month"]).toMatch(/^\$\d{2,3},\d{3}$/);
  });

  it("pages many rows without losing one, gives parts as they stand, and says which tabs there are", async () => {
    const seen: unknown[] = [];
    let fromRow: number | null = 2;
    for (let part = 0; fromRow !== null && part < 20; part++) {
      const result = await look(readSheet, { file: "Rent roll", fromRow });
      if (result.kind !== "list") throw new Error(JSON.stringify(result));
      expect(JSON.stringify(result.items).length).toBeLessThan(8_000);
      seen.push(...result.items.map((item) => (item as Line)["row"]));
      fromRow = (result.beside?.["nextRow"] as number | null) ?? null;
    }
    expect(seen.length).toBeGreaterThan(80);
    expect(seen).toEqual(seen.map((_, at) => at + 2));
    expect(await rows(readSheet, { file: "Rent roll", cells: "A1:B2" })).toEqual([
      { row: 1, cells: ["Building", "Unit"] },
      { row: 2, cells: [expect.any(String), expect.any(String)] },
    ]);
    expect(await look(readSheet, { file: "Rent roll", tab: "Nope" })).toMatchObject({
      message: expect.stringContaining("Its tabs: Rent roll, By building"),
    });
  });
});

describe("what is not allowed", () => {
  it("is said in words: which scope an admin must delegate", async () => {
    const fresh = await driveWorld();
    await fresh.control("google/scopes", { withhold: ["drive.readonly"] });
    const services = await fresh.as(DANA);
    const failure = await services.list({ words: "rent" }, { limit: 5 }).catch((error: unknown) => error);
    const said = describeFailure(failure, silentLogger);
    expect(said).toContain("https://www.googleapis.com/auth/drive.readonly");
    expect(said).toContain("Domain-wide delegation");
    expect(said).not.toContain("later");
    await fresh.close();
  });
});

it("is found, not always in the prompt, and only where Google is connected", () => {
  expect(offeredTools("steward").deferred).toEqual(expect.arrayContaining(["search_drive", "read_sheet"]));
  expect(offeredTools("steward").core).not.toContain("search_drive");
  expect(offeredTools("steward", ["quo"]).deferred).not.toContain("search_drive");
});
