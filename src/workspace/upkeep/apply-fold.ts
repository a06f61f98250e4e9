/**
 * Applies a fold: writes each line unchanged, with its note and run, into its area; duplicates and
 * contradictions go into a report.
 */
import { upkeepLines } from "../tables/upkeep.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { FileAuthor } from "../../platform/api/workspace-change.ts";
import { changeFile, findFile, linesOf, nameOf, type Origin, type WorkspaceDeps } from "../index.ts";
import { NOTES_FOLDER, REPORT_SUFFIX } from "./notes.ts";
import { placeOf } from "./read-plan.ts";
import { forgetPlans } from "./plans.ts";
import type { Beside, Fold, LineOutcome, NoteLine } from "./types.ts";

/** The author of folds. Its ID is persisted with versions of files. */
const CURATOR: FileAuthor = { kind: "agent", id: "keeper", name: "Memory curator" };

type Folded = Extract<LineOutcome, { kind: "folded" }>;

/**
 * Before anything is marked as done, every line is verified to be in its place: one that is neither in its
 * area nor in its note is folded again. Idempotent.
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
  // Written last: marked lines are never considered again.
  await writeReport(deps, kept, run);
  const marks = rows.map((row) => deps.db.insert(upkeepLines, row).onConflictDoNothing());
  await deps.db.batch([...marks, forgetPlans(deps.db)]);
  return {
    folded: rows.filter(({ outcome }) => outcome === "folded").length,
    areas: new Set(folded.map(({ area }) => area)).size,
    left: rows.filter(({ outcome }) => outcome === "left").length,
  };
}

/**
 * Lines per area, with untrusted ones separate, because a file's mark names the source of all its content.
 */
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

/** A folded line: the note's exact words, then their provenance. */
function lineOf({ line, beside }: Folded, runId: string): string {
  return `- ${citationOf(line)}, run ${runId})_${conflictWords(beside)}`;
}

/** The remark after a line that duplicates or contradicts others; empty if there are none. */
export function conflictWords(beside: Beside | null): string {
  if (beside === null) return "";
  return ` **${capitalised(beside.how)}** ${beside.place}; which holds is for a person to say.`;
}

/** Identifies a folded line: its words and its origin. */
function citationOf({ text, note, line }: NoteLine): string {
  return `${text} _(${note}, line ${line}`;
}

function titleOf(area: string): string {
  return capitalised(nameOf(area).replace(/\.md$/, "").replaceAll(/[_-]+/g, " "));
}

function capitalised(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Outcomes whose line is verified to be in its place: folded in its area, or left in its note. */
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

/** Today's notes are part of every prompt: untrusted words are referred to by location, never repeated. */
function saidAt(line: NoteLine): string {
  return line.source === null ? `${placeOf(line)} (“${line.text}”)` : placeOf(line);
}

function safe(quoted: string, { source }: NoteLine): string {
  return source === null ? quoted : (quoted.split(": “")[0] ?? "");
}
