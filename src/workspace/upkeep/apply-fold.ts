/** Writes what was folded: each line in its own words, with its note and run, into its area; what is double or contradicts into a report. */
import { upkeepLines } from "../tables/upkeep.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { FileAuthor } from "../api/workspace-change.ts";
import { changeFile, findFile, linesOf, nameOf, type Origin, type WorkspaceDeps } from "../index.ts";
import { NOTES_FOLDER, REPORT_SUFFIX } from "./notes.ts";
import { placeOf } from "./read-plan.ts";
import { forgetPlans } from "./plans.ts";
import type { Beside, Fold, LineOutcome, NoteLine } from "./types.ts";

/** Who folds. Its id is persisted with versions of files. */
const CURATOR: FileAuthor = { kind: "agent", id: "keeper", name: "Memory curator" };

type Folded = Extract<LineOutcome, { kind: "folded" }>;

/**
 * Applies a fold. Before anything is marked as done every line is looked for where it should be: one that is neither in its area nor in its note
 * stays to be folded again. Repeats write nothing twice.
 */
export async function applyFold(
  deps: WorkspaceDeps,
  fold: Fold,
  run: { readonly runId: string; readonly today: string },
): Promise<{ readonly folded: number; readonly areas: number; readonly left: number }> {
  const folded = fold.outcomes.filter((outcome) => outcome.kind === "folded");
  for (const group of groupsOf(folded)) await appendToArea(deps, group, run.runId);
  const kept = await keptOutcomes(deps, fold.outcomes);
  const at = isoTime(deps.clock.now());
  const rows = kept.map((outcome) => ({
    id: outcome.line.id,
    note: outcome.line.note,
    line: outcome.line.line,
    outcome: outcome.kind,
    area: outcome.kind === "folded" ? outcome.area : null,
    runId: run.runId,
    at,
  }));
  // Last: lines that are marked are never looked at again.
  await writeReport(deps, kept, run);
  const marks = rows.map((row) => deps.db.insert(upkeepLines, row).onConflictDoNothing());
  await deps.db.batch([...marks, forgetPlans(deps.db)]);
  return {
    folded: rows.filter(({ outcome }) => outcome === "folded").length,
    areas: new Set(folded.map(({ area }) => area)).size,
    left: rows.filter(({ outcome }) => outcome === "left").length,
  };
}

/** Lines of one area, those that hold outside text apart: an area's mark names what came into it. */
function groupsOf(folded: readonly Folded[]): Folded[][] {
  const groups = new Map<string, Folded[]>();
  for (const outcome of folded) {
    const key = `${outcome.area}\n${outcome.line.source ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return [...groups.values()];
}

async function appendToArea(deps: WorkspaceDeps, group: readonly Folded[], runId: string): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const origin: Origin = {
    author: CURATOR,
    runId,
    ...(first.line.source === null ? {} : { source: first.line.source }),
  };
  await changeFile(deps, {
    ...origin,
    path: first.area,
    apply(before) {
      const old = before ?? `# ${titleOf(first.area)}\n`;
      const fresh = group.filter((outcome) => !old.includes(citationOf(outcome.line)));
      if (fresh.length === 0) return old;
      return `${old.trimEnd()}\n${fresh.map((outcome) => `${lineOf(outcome, runId)}\n`).join("")}`;
    },
  });
}

/** A folded line: the note's own words, then where they come from. */
function lineOf({ line, beside }: Folded, runId: string): string {
  return `- ${citationOf(line)}, run ${runId})_${conflictWords(beside)}`;
}

/** What follows a line that stands beside other words; empty where there are none. */
export function conflictWords(beside: Beside | null): string {
  if (beside === null) return "";
  return ` **${capitalised(beside.how)}** ${beside.place}; which holds is for a person to say.`;
}

/** What shows that a line has been folded: its words and its place. */
function citationOf({ text, note, line }: NoteLine): string {
  return `${text} _(${note}, line ${line}`;
}

function titleOf(area: string): string {
  return capitalised(nameOf(area).replace(/\.md$/, "").replaceAll(/[_-]+/g, " "));
}

function capitalised(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Outcomes whose line really stands where it should: folded in its area, left in its note. */
async function keptOutcomes(deps: WorkspaceDeps, outcomes: readonly LineOutcome[]): Promise<LineOutcome[]> {
  const contents = new Map<string, string>();
  for (const outcome of outcomes) {
    const path = outcome.kind === "folded" ? outcome.area : outcome.line.note;
    if (!contents.has(path)) contents.set(path, (await findFile(deps, path))?.content ?? "");
  }
  return outcomes.filter((outcome) =>
    outcome.kind === "folded"
      ? contents.get(outcome.area)?.includes(citationOf(outcome.line)) === true
      : linesOf(contents.get(outcome.line.note) ?? "").some((raw) => raw.includes(outcome.line.text)),
  );
}

async function writeReport(
  deps: WorkspaceDeps,
  outcomes: readonly LineOutcome[],
  { runId, today }: { readonly runId: string; readonly today: string },
): Promise<void> {
  const said = outcomes.flatMap(({ line, beside }) => (beside === null ? [] : [{ line, ...beside }]));
  const listed = (some: readonly ({ readonly line: NoteLine } & Beside)[], end: string): string[] =>
    some.map(({ line, how, place }) => `- ${saidAt(line)} ${how} ${safe(place, line)}${end}`);
  const isTwice = ({ how }: Beside): boolean => how === "says the same as";
  const twice = listed(said.filter(isTwice), "");
  const against = listed(
    said.filter((one) => !isTwice(one)),
    "; both stand in the files",
  );
  if (twice.length + against.length === 0) return;
  const sections = [
    ...(against.length === 0 ? [] : ["## Contradictions for a person to settle", ...against]),
    ...(twice.length === 0 ? [] : ["## Said twice (left in the notes)", ...twice]),
  ];
  const marker = `_(upkeep, run ${runId})_`;
  await changeFile(deps, {
    author: CURATOR,
    runId,
    path: `${NOTES_FOLDER}/${today}${REPORT_SUFFIX}`,
    apply: (before) =>
      before?.includes(marker) === true
        ? before
        : `${before === null ? "# Upkeep\n" : `${before.trimEnd()}\n`}\n${sections.join("\n")}\n${marker}\n`,
  });
}

/** Today's notes stand in every prompt: words from outside are named by their place there, never repeated. */
function saidAt(line: NoteLine): string {
  return line.source === null ? `${placeOf(line)} (“${line.text}”)` : placeOf(line);
}

function safe(quoted: string, { source }: NoteLine): string {
  return source === null ? quoted : (quoted.split(": “")[0] ?? "");
}
