/** MEM-CAS: concurrent edits of one memory file all survive. */
import { beforeEach, expect, it } from "vitest";
import {
  appended,
  changeFile,
  history,
  linesOf,
  readFile,
  replaceOnce,
  writeFile,
} from "../../../src/workspace/index.ts";
import { change } from "../../../src/workspace/change-file.ts";
import { freshWorld, testEnv } from "../../support/worker.ts";
import { AGENT, DANA, files } from "./harness.ts";

const NIGHTLY = (testEnv as unknown as Record<string, unknown>)["STEWARD_NIGHTLY"] === "1";
const WRITERS = NIGHTLY ? 1_000 : 200;
const STRANGERS = NIGHTLY ? 40 : 12;

beforeEach(freshWorld);

const each = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

it(
  `MEM-CAS: of ${WRITERS} agents that write into one file at once, appending and editing, none loses a line`,
  { timeout: 600_000 },
  async () => {
    const deps = files();
    const start = Array.from({ length: WRITERS / 2 }, (_, index) => `open ${index};`).join("\n");
    await writeFile(deps, { path: "MEMORY.md", content: `${start}\n`, ...DANA });
    await each(WRITERS, (index) =>
      changeFile(deps, {
        ...AGENT,
        path: "MEMORY.md",
        apply: (before) =>
          index % 2 === 0
            ? appended(before, `added ${index};`)
            : replaceOnce(
                before ?? "",
                `open ${(index - 1) / 2};`,
                `closed ${(index - 1) / 2};`,
                "MEMORY.md",
              ),
      }),
    );
    const lines = linesOf((await readFile(deps, "MEMORY.md")).content);
    expect(lines.filter((line) => line.startsWith("open"))).toEqual([]);
    expect(new Set(lines.filter((line) => line.startsWith("closed"))).size).toBe(WRITERS / 2);
    expect(new Set(lines.filter((line) => line.startsWith("added"))).size).toBe(WRITERS / 2);
    expect((await history(deps, { path: "MEMORY.md", limit: 1 }))[0]?.version).toBe(WRITERS + 1);
  },
);

it(`MEM-CAS: of ${STRANGERS} writers that share nothing but the tables, none loses a line`, async () => {
  const deps = files();
  await each(STRANGERS, (index) =>
    change(deps, "MEMORY.md", { ...AGENT, apply: (before) => appended(before, `line ${index}`) }),
  );
  expect(new Set(linesOf((await readFile(deps, "MEMORY.md")).content)).size).toBe(STRANGERS);
});

it("MEM-CAS: of people who save over the same version one is first, and every other keeps what they wrote", async () => {
  const deps = files();
  const { etag } = await writeFile(deps, { path: "areas/a.md", content: "start\n", ...DANA });
  const results = await each(20, (index) =>
    writeFile(deps, { path: "areas/a.md", content: `start\nby ${index}\n`, etag, ...DANA }).then(
      () => "written",
      (error: { code?: string; details?: { base?: string; theirs?: string; etag?: string } }) => error,
    ),
  );
  expect(results.filter((result) => result === "written")).toHaveLength(1);
  const now = await readFile(deps, "areas/a.md");
  for (const result of results.filter((one) => one !== "written")) {
    expect(result).toMatchObject({
      code: "changed",
      details: { base: "start\n", theirs: now.content, etag: now.row.etag },
    });
  }
});

it("an edit whose text vanished meanwhile says so, and changes nothing", async () => {
  const deps = files();
  await writeFile(deps, { path: "areas/a.md", content: "one two two\n", ...DANA });
  const edit = (oldText: string) =>
    changeFile(deps, {
      ...AGENT,
      path: "areas/a.md",
      apply: (before) => replaceOnce(before ?? "", oldText, "x", "areas/a.md"),
    });
  await expect(edit("three")).rejects.toMatchObject({ code: "conflict", message: /does not stand in/ });
  await expect(edit("two")).rejects.toMatchObject({ code: "conflict", message: /2 times/ });
  expect(await history(deps, { path: "areas/a.md", limit: 5 })).toHaveLength(1);
});
