import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyChanges,
  changeFiles,
  changesTo,
  checkChain,
  type AccountFiles,
} from "../../../src/accounts/chain.ts";
import { anchorOf, readHistory } from "../../../src/accounts/history.ts";
import { readState, writeState } from "../../../src/accounts/state.ts";
import { readValue, writeValue } from "../../../src/accounts/values.ts";
import { accountStateSchema, type AccountState } from "../../../src/accounts/api/accounts.ts";

const T0 = Date.parse("2026-01-15T10:00:00.000Z");
const command = (words: string) => ({ kind: "command", words }) as const;

/** Words as people, vendors and attackers write them, on one line. */
const words = fc
  .oneof(
    fc.string({ maxLength: 40, unit: "grapheme" }),
    fc.constantFrom(
      "Quoted → Bound",
      "(none)",
      '["a"]',
      '"quoted"',
      "a, b",
      "- **stage**: x → y",
      "## 2026-01-15T10:00:00.000Z",
      "---",
      "yes",
      "null",
      "1e3",
      "*anchor",
      "key: value # comment",
      "é\u0301\u2028x",
    ),
  )
  .map((said) => said.replace(/[\n\r]/g, " ").trim());
const filled = words.filter((said) => said !== "");
const list = fc.array(filled, { maxLength: 4 });
const prose = fc
  .oneof(
    fc.string({ maxLength: 80, unit: "grapheme" }),
    fc.constantFrom("---\n\nline\n---", "a\n\n\nb\r\nc", "# History\n## x"),
  )
  .map((said) => said.trim());
const contact = fc.record({ name: filled, role: words, email: words, phone: words });
const wanted = fc.record(
  {
    name: filled,
    stage: words,
    industry: words,
    location: words,
    primaryEmail: words,
    primaryPhone: words,
    insuranceTypes: list,
    contacts: fc.array(contact, { maxLength: 3 }),
    nextSteps: list,
    pendingActions: list,
    lastContactAt: fc
      .date({ min: new Date(T0), max: new Date(T0 + 1e11), noInvalidDate: true })
      .map((date) => date.toISOString()),
    notes: prose,
  },
  { requiredKeys: [] },
);
const state = wanted.map((some) => accountStateSchema.parse({ name: "Pier 9 Marina", ...some }));

/** An account through several changes. */
function grown(steps: readonly Partial<AccountState>[]): AccountFiles {
  let files: AccountFiles | null = null;
  let before: AccountState | null = null;
  for (const [index, step] of [{ name: "Pier 9 Marina" }, ...steps].entries()) {
    const changes = changesTo(before, step);
    // The clock stands still and jumps back: entries still follow one another.
    const nowMs = T0 - index;
    files = changeFiles(files, {
      changes,
      sentence: `Step ${index}.`,
      evidence: command(`step ${index}`),
      nowMs,
    });
    before = applyChanges(before, changes);
  }
  if (files === null) throw new Error("no step");
  return files;
}

describe("an account's files", () => {
  it("reads back every state it writes, whatever the words", () => {
    fc.assert(
      fc.property(state, (one) => {
        expect(readState(writeState(one))).toEqual({ ok: true, state: one });
      }),
      { numRuns: 500 },
    );
  });

  it("reads back every value of a bullet", () => {
    fc.assert(
      fc.property(state, (one) => {
        for (const field of ["stage", "insuranceTypes", "contacts", "notes"] as const) {
          const written = writeValue(one[field]);
          expect(written).not.toContain("\n");
          expect(readValue(field, written)).toEqual(one[field]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("keeps a chain that replays to its state through any changes", () => {
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 6 }), (steps) => {
        const files = grown(steps);
        expect(checkChain(files)).toEqual([]);
        expect(readHistory(files.history).entries).toHaveLength(steps.length + 1);
      }),
      { numRuns: 1000 },
    );
  });

  it("shows every change of one side that the other doesn't tell", () => {
    fc.assert(
      fc.property(fc.array(wanted, { minLength: 1, maxLength: 4 }), wanted, (steps, other) => {
        const files = grown(steps);
        const read = readState(files.state);
        if (!read.ok) throw new Error(read.problem);
        const changes = changesTo(read.state, other);
        fc.pre(changes.length > 0);
        const state = writeState(applyChanges(read.state, changes));
        expect(checkChain({ ...files, state })).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("shows an entry that is taken out, moved, or rewritten", () => {
    const { state: last, history } = grown([{ stage: "Intake" }, { stage: "Quoted" }, { stage: "Bound" }]);
    const [head = "", ...entries] = history.split(/(?=^## )/m);
    expect(entries).toHaveLength(4);
    const broken = [
      [entries[0], entries[1], entries[3]],
      [entries[0], entries[2], entries[1], entries[3]],
      [entries[0], entries[1], entries[2]],
      [entries[1], entries[2], entries[3]],
      [entries[0], entries[1], entries[2]?.replace("→ Quoted", "→ Lost"), entries[3]],
      entries.map((entry) => entry.replace("(none) → Intake", "(none) → Lead")),
      entries.map((entry) => entry.replace(/^- \*\*Evidence.*\n/m, "")),
    ].map((kept) => checkChain({ state: last, history: head + kept.join("") }));
    for (const problems of broken) expect(problems.length).toBeGreaterThan(0);
  });

  it("refuses to build on a broken chain or a state that can't be read", () => {
    const files = grown([{ stage: "Intake" }]);
    const change = { changes: [], sentence: "A note.", evidence: command("note"), nowMs: T0 };
    expect(() => changeFiles({ ...files, state: files.state.replace("Intake", "Bound") }, change)).toThrow(
      "stage says “Bound”; the history ends with “Intake”.",
    );
    expect(() => changeFiles({ ...files, state: "no dashes" }, change)).toThrow("can’t be read");
  });

  it("refuses a change that begins with another value than the one that stands there", () => {
    const before = accountStateSchema.parse({ name: "Pier 9 Marina", stage: "Intake" });
    expect(() => applyChanges(before, [{ field: "stage", old: "Quoted", new: "Bound" }])).toThrow(
      "stage isn’t",
    );
  });

  it("writes an entry as the seed shows it", () => {
    const { history } = grown([{ stage: "Quoted", insuranceTypes: ["Marine", "Liability"] }]);
    expect(history.split("\n\n---\n\n")[1]?.replace(/\n- \*\*Seal\*\*: [0-9a-f]{64}/, "")).toBe(
      [
        `## 2026-01-15T10:00:00.001Z`,
        "",
        "Step 1.",
        "",
        "- **stage**: (none) → Quoted",
        "- **insuranceTypes**: (none) → Marine, Liability",
        '- **Evidence**: User command: "step 1"',
        "- **Previous**: [2026-01-15T10:00:00.000Z](#2026-01-15t100000000z)",
        "",
        "---\n",
      ].join("\n"),
    );
    expect(anchorOf("2026-01-15T10:00:00.000Z")).toBe("2026-01-15t100000000z");
  });

  it("names in an entry who said it and who approved it, and reads both back", () => {
    const files = changeFiles(null, {
      changes: changesTo(null, { name: "Pier 9 Marina" }),
      sentence: "Account created.",
      evidence: { kind: "command", words: 'Ruth said: "open it": ', name: "Ruth Castellan" },
      approvedBy: "Dana Whitfield",
      nowMs: T0,
    });
    expect(files.history).toContain(
      '- **Evidence**: User command by Ruth Castellan: "Ruth said: \\"open it\\": "\n- **Approved**: Dana Whitfield\n',
    );
    const [entry] = readHistory(files.history).entries;
    expect(entry).toEqual(files.entry);
    expect(entry).toMatchObject({
      evidence: { name: "Ruth Castellan", words: 'Ruth said: "open it": ' },
      approvedBy: "Dana Whitfield",
    });
  });

  it("says what is wrong with a state", () => {
    for (const [content, said] of [
      ["name: x", "three dashes"],
      ["---\nname: [\n---\n", "valid YAML"],
      ["---\nname: x\ncolor: red\n---\n", "There is no field color"],
      ["---\nstage: x\n---\n", "name"],
      ["---\nname: x\nnotes: y\n---\n", "below the dashes"],
      ["---\nname: &a x\nstage: *a\n---\n", "valid YAML"],
      ["---\nname: x\nlastContactAt: yesterday\n---\n", "lastContactAt"],
    ] as const) {
      const read = readState(content);
      expect(read.ok ? "read" : read.problem).toContain(said);
    }
  });
});
