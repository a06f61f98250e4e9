/** What the agent proposes for Drive and Sheets, as approved effects do it: once, found again after a crash, undone. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cellOf, rowsOfText, textOfRows } from "../../../../src/integrations/api/sheet-rows.ts";
import { effectKinds } from "../../../../src/approvals/effects/kinds.ts";
import type { EffectBytes } from "../../../../src/approvals/ports.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import type { AnyTool, ExternalTool, ReadTool } from "../../../../src/agent/tools/define-tool.ts";
import { appendToSheet } from "../../../../src/integrations/google/tools/drive/append-to-sheet.ts";
import { createDocument } from "../../../../src/integrations/google/tools/drive/create-document.ts";
import { readDocument } from "../../../../src/integrations/google/tools/drive/read-document.ts";
import { readSheet } from "../../../../src/integrations/google/tools/drive/read-sheet.ts";
import { searchDrive } from "../../../../src/integrations/google/tools/drive/search-drive.ts";
import { seenIn } from "../../agent/tools/world.ts";
import { driveWorld, type DriveWorld } from "./drive-world.ts";
import { asRead } from "../../../support/as-read.ts";

const DANA = "dana@alderfinch.example";
const TEXT = "# Welcome\n\n- Keys: **two**\n\n| what | when |\n| --- | --- |\n| Trash | Monday |\n";

let world: DriveWorld;
beforeAll(async () => void (world = await driveWorld()));
afterAll(async () => {
  expect(await world.violations()).toEqual({ items: [] });
  await world.close();
});

async function resolution(tool: AnyTool, input: object, id = "toolu_1", who: string = DANA) {
  return (tool as ExternalTool).resolve(tool.input.parse(input), await world.as(who), { ...seenIn(), id });
}
async function resolve(tool: AnyTool, input: object, id?: string): Promise<EffectBytes> {
  const made = await resolution(tool, input, id);
  const [effect] = made.kind === "resolved" ? made.effects : [];
  if (effect === undefined) throw new Error(JSON.stringify(made));
  return effect;
}
async function look(tool: AnyTool, input: object) {
  return (tool as ReadTool).run(tool.input.parse(input), await world.as(DANA), seenIn());
}
const perform = (effect: EffectBytes) =>
  world.executor.perform(effect, { idempotencyKey: "effect_1", deadlineMs: Infinity });
const lookUp = (effect: EffectBytes, agoMs = 0, takenProviderIds: string[] = []) =>
  world.executor.lookUp(effect, {
    claimedAt: new Date(Date.now() - agoMs).toISOString(),
    now: Date.now(),
    idempotencyKey: "effect_1",
    takenProviderIds,
  });
const loseAnswer = (service: string) =>
  world.control("faults", { service, status: 502, count: 1, afterEffect: true });

describe("a new document", () => {
  it("holds exactly what the card showed, where it said, and goes to the trash again", async () => {
    const effect = await resolve(
      createDocument,
      { title: "Welcome 3B", folder: "Policies", text: TEXT },
      "doc_1",
    );
    expect(effect.document).toMatchObject({ folderName: "Policies", mailbox: DANA, text: TEXT });
    const { providerId } = await perform(effect);
    const read = await asRead(look(readDocument, { file: String(providerId) }));
    expect(read).toMatchObject({
      data: { name: "Welcome 3B", text: expect.stringContaining("- Keys: **two**\n\n| what | when |") },
    });
    expect(await look(searchDrive, { folder: "Policies", query: "Welcome 3B" })).toMatchObject({
      items: [{ name: "Welcome 3B" }],
    });
    const undo = world.executor.compensation(effect, providerId);
    expect(undo?.label).toBe("Move it to the trash");
    if (undo === null) return;
    expect(await lookUp(undo.effect)).toMatchObject({ kind: "absent" });
    await perform(undo.effect);
    expect(await lookUp(undo.effect)).toMatchObject({ kind: "found" });
    expect(await look(searchDrive, { query: "Welcome 3B" })).toMatchObject({ items: [] });
  });

  it("is found by its key after a crash and isn't made twice; nothing there is no proof for a while", async () => {
    const effect = await resolve(createDocument, { title: "Minutes", text: TEXT }, "doc_2");
    expect(await lookUp(effect)).toEqual({ kind: "unknown" });
    expect(await lookUp(effect, 10 * 60_000)).toEqual({ kind: "absent" });
    await loseAnswer("drive");
    const failure = await perform(effect).catch((error: unknown) => error);
    expect(failure instanceof IntegrationError && failure.outcome).toBe("unknown");
    expect(await lookUp(effect)).toMatchObject({
      kind: "found",
      performed: { link: expect.stringContaining("docs.google.com/document") },
    });
  });

  it("needs no more than drive.file in My Drive, and says which scope a folder takes", async () => {
    const fresh = await driveWorld();
    await fresh.control("google/scopes", { withhold: ["drive"] });
    const own = await resolve(createDocument, { title: "Own", text: TEXT }, "doc_3");
    const connectionId = fresh.account.connection.id;
    const here = (effect: EffectBytes) => ({ ...effect, document: { ...effect.document, connectionId } });
    expect(
      await fresh.executor.perform(here(own), { idempotencyKey: "e", deadlineMs: Infinity }),
    ).toMatchObject({
      providerId: expect.any(String),
    });
    const inFolder = await resolve(
      createDocument,
      { title: "There", folder: "Policies", text: TEXT },
      "doc_4",
    );
    const failure = await fresh.executor
      .perform(here(inFolder), { idempotencyKey: "e", deadlineMs: Infinity })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      outcome: "not_applied",
      message: expect.stringContaining("the scope https://www.googleapis.com/auth/drive."),
    });
    await fresh.close();
  });
});

describe("rows in a sheet", () => {
  it("stand below the table as the card showed them, numbers as numbers and nothing as a formula", async () => {
    const rows = [{ Key: "Bike cellar | yard", With: "=1+1", Since: "03/04" }, ["Roof", "van", 12, "Monday"]];
    const effect = await resolve(appendToSheet, { file: "Key log", rows });
    expect(effect.document).toMatchObject({
      columns: "Key | Where | With | Since",
      rows: "Bike cellar \\| yard |  | =1+1 | 03/04\nRoof | van | 12 | Monday",
    });
    const { preconditions } = effectKinds().describe(effect);
    expect(await world.executor.check(preconditions[0]!, effect)).toEqual({ holds: true });
    await perform(effect);
    expect(await look(readSheet, { file: "Key log", query: "roof van" })).toMatchObject({
      items: [{ Key: "Roof", With: "12" }],
    });
    expect(await look(readSheet, { file: "Key log", query: "bike" })).toMatchObject({
      items: [{ Key: "Bike cellar | yard", With: "=1+1" }],
    });
  });

  it("are found after a crash by what stands there; what others wrote below proves nothing", async () => {
    const effect = await resolve(appendToSheet, {
      file: "Inspections",
      rows: [["214 Birch St", "Roof", "", "", "Stefan"]],
    });
    expect(await lookUp(effect, 10 * 60_000)).toEqual({ kind: "absent" });
    await loseAnswer("sheets");
    await expect(perform(effect)).rejects.toMatchObject({ outcome: "unknown" });
    const found = await lookUp(effect);
    const place = expect.stringMatching(/^Inspections!A5:A5 \S+ effect_1$/) as unknown;
    expect(found).toMatchObject({ kind: "found", performed: { providerId: place } });
    // Of an earlier release: it may be of this file.
    expect(await lookUp(effect, 0, ["Inspections!A5"])).toEqual({ kind: "unknown" });
    const other = await resolve(appendToSheet, {
      file: "Inspections",
      rows: [["55 Hawthorn Pl", "Gas", "", "", ""]],
    });
    const before = { ...other, document: { ...other.document, rowsBefore: 4 } };
    expect(await lookUp(before, 10 * 60_000), "no cell in common").toEqual({ kind: "absent" });
    const alike = { ...before, document: { ...before.document, rows: "214 Birch St | Gas" } };
    expect(await lookUp(alike, 10 * 60_000), "perhaps changed since").toEqual({ kind: "unknown" });
  });

  it("that another approval put there are not taken for these, and no refused call asks a person", async () => {
    const draft = () =>
      resolve(appendToSheet, { file: "Inspections", rows: [["9 Elm St", "Roof", "", "", "Lena"]] });
    const [first, same] = [await draft(), await draft()];
    const other = { ...same, document: { ...same.document, rows: "12 Elm St | Roof" } };
    const { providerId } = await perform(first);
    expect(await lookUp(same, 10 * 60_000, [String(providerId)])).toEqual({ kind: "unknown" });
    expect(await lookUp(other, 10 * 60_000, [String(providerId)])).toEqual({ kind: "absent" });
    expect(await lookUp(other, 10 * 60_000), "whose row it is, is not known").toEqual({ kind: "unknown" });
    for (const status of [400, 403, 404, 429]) {
      await world.control("faults", { service: "sheets", status, count: 1 });
      await expect(perform(other)).rejects.toMatchObject({ outcome: "not_applied" });
    }
  });

  it("say what is wrong, and don't go into a sheet whose columns were changed", async () => {
    expect(await resolution(appendToSheet, { file: "Key log", rows: [{ Nope: 1 }] })).toMatchObject({
      message: 'There is no column "Nope". The columns are: Key, Where, With, Since.',
    });
    expect(await resolution(appendToSheet, { file: "Showings this month", rows: [["x"]] })).toMatchObject({
      kind: "retry",
    });
    expect(await resolution(appendToSheet, { file: "Payroll", rows: [["x"]] })).toMatchObject({
      kind: "retry",
    });
    // Cells in an order of one's own would stand under the wrong heads.
    expect(await resolution(appendToSheet, { file: "Key log", rows: [["x", "Tom"]] })).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("Key, Where, With, Since. Give the row by their names.") as unknown,
    });
    const effect = await resolve(appendToSheet, { file: "Key log", rows: [["x", "", "", ""]] });
    const changed = { ...effect, document: { ...effect.document, columns: "Key | Place" } };
    const [precondition] = effectKinds().describe(changed).preconditions;
    expect(await world.executor.check(precondition!, changed)).toMatchObject({ holds: false });
  });

  it("are the same rows when read back from the card, whatever is in them", () => {
    const cell = fc.string({ unit: "grapheme" }).map((text) => text.replace(/\s+/g, " ").trim());
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
        (rows) => {
          const trimmed = (row: readonly string[]): string =>
            JSON.stringify(row.slice(0, row.findLastIndex((one) => one !== "") + 1));
          expect(rowsOfText(textOfRows(rows)).map(trimmed)).toEqual(rows.map(trimmed));
        },
      ),
    );
    expect(["12", "-0.5", "012", "+1 412", "1e5", "=1", "3B", ""].map(cellOf)).toEqual([
      12,
      -0.5,
      "012",
      "+1 412",
      "1e5",
      "=1",
      "3B",
      "",
    ]);
  });
});
