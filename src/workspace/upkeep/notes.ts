/** Selects the lines of daily notes to fold: those of past days that upkeep has not processed. */
import { inArray } from "drizzle-orm";
import { upkeepLines } from "../tables/upkeep.ts";
import { derivedId } from "../../kernel/ids.ts";
import { linesOf, listFiles, nameOf, type WorkspaceDeps } from "../index.ts";
import { markdownLine } from "./read-plan.ts";
import type { NoteLine, ShownFile } from "./types.ts";
import { DAY_MS } from "../../kernel/clock.ts";

export const NOTES_FOLDER = "daily_notes";
/** Upkeep's own report of a day is not folded. */
export const REPORT_SUFFIX = "_upkeep.md";
/** Days looked back, and maximum notes and lines per run; the next run continues. */
const DAYS = 14;
const NOTES = 40;
const LINES = 120;
/** Longer lines are not folded. */
const LINE_CHARS = 1_000;
const IDS_PER_BATCH = 80;

/**
 * Lines to fold, oldest first. `today` is the day in the tenant's time zone; today's notes are still being
 * written.
 */
export async function linesToFold(deps: WorkspaceDeps, today: string): Promise<NoteLine[]> {
  const from = new Date(Date.parse(`${today}T00:00:00Z`) - DAYS * DAY_MS).toISOString().slice(0, 10);
  const files = await listFiles(deps, {
    under: NOTES_FOLDER,
    after: `${NOTES_FOLDER}/${from}`,
    limit: 500,
  });
  const notes = files.filter(({ path }) => isNoteBefore(path, today)).slice(0, NOTES);
  const all: Omit<NoteLine, "number">[] = [];
  for (const { path, sha256, source } of notes) {
    const content = await deps.blobs.get(sha256);
    for (const [index, raw] of linesOf(content).entries()) {
      const text = markdownLine(raw);
      if (!saysSomething(raw, text)) continue;
      const id = await derivedId("upkeep", path, text);
      if (!all.some((line) => line.id === id)) all.push({ id, note: path, line: index + 1, text, source });
    }
  }
  const known = await knownIds(
    deps,
    all.map(({ id }) => id),
  );
  return all
    .filter(({ id }) => !known.has(id))
    .slice(0, LINES)
    .map((line, index) => ({ ...line, number: index + 1 }));
}

function isNoteBefore(path: string, today: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(nameOf(path))?.[0];
  return day !== undefined && day < today && path.endsWith(".md") && !path.endsWith(REPORT_SUFFIX);
}

/** Headings, rules and lines without letters contain no facts. */
function saysSomething(raw: string, text: string): boolean {
  return !/^\s*#/.test(raw) && /\p{L}/u.test(text) && text.length <= LINE_CHARS;
}

async function knownIds({ db }: WorkspaceDeps, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < ids.length; at += IDS_PER_BATCH) {
    const rows = await db.rows(upkeepLines, inArray(upkeepLines.id, ids.slice(at, at + IDS_PER_BATCH)));
    for (const { id } of rows) known.add(id);
  }
  return known;
}

/** Files shown to the curator with the notes: MEMORY.md and the areas, each truncated. */
export async function filesToShow(deps: WorkspaceDeps): Promise<ShownFile[]> {
  const areas = await listFiles(deps, { under: "areas", limit: 60 });
  const shown: ShownFile[] = [];
  let room = 60_000;
  for (const { path, sha256, source } of areas) {
    const content = (await deps.blobs.get(sha256)).slice(-6_000);
    if (content.length > room) break;
    room -= content.length;
    shown.push({ path, content, source });
  }
  return shown;
}
