/** Morning notices to assignees of tasks due today or tomorrow, or newly overdue: one per person and day. */
import { and, isNull, sql } from "drizzle-orm";
import { DUE, tasks } from "./tables/projects.ts";
import { type TenantDb } from "../platform/db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import { afterCursor, inOrder, pageOfRows, type Order } from "./page.ts";
import { inLiveProject } from "./query.ts";
import { dayOf, shiftedDay } from "../kernel/calendar.ts";

const PAGE = 200;
const LINES_SHOWN = 5;
const BY_DUE: Order = { key: DUE, id: tasks.id };

/** A person's notice for a day. */
interface DueNews {
  /** Identical for the same person and day. */
  readonly key: string;
  readonly userId: string;
  readonly about: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
}

/** The fields read of a task; `due` is `YYYY-MM-DD`. */
interface DueTask {
  readonly id: string;
  readonly title: string;
  readonly due: string;
  readonly assigneeIds: readonly string[];
}

/** A person's notice while it is collected: task counts by status, and lines for the first tasks. */
interface Gathered {
  readonly counts: Map<string, number>;
  readonly lines: string[];
}

/**
 * Notifies every assignee, and returns how many there are. Days are in the team's time zone. `slotAt` (ISO
 * time) is the first slot covered: tasks that became overdue on missed mornings are included.
 */
export async function tellWhatIsDue(
  { db, clock, timeZone }: { readonly db: TenantDb; readonly clock: Clock; readonly timeZone: string },
  slotAt: string,
  tell: (news: DueNews) => Promise<void>,
): Promise<number> {
  const today = dayOf(clock.now(), timeZone);
  const tomorrow = shiftedDay(today, 1);
  const slotDay = dayOf(Date.parse(slotAt), timeZone);
  const from = shiftedDay(slotDay < today ? slotDay : today, -1);
  const people = new Map<string, Gathered>();
  for await (const { title, due, assigneeIds } of openTasks(db, from, tomorrow)) {
    const word = due < today ? "overdue" : due === today ? "due today" : "due tomorrow";
    for (const userId of assigneeIds) gather(people, userId, word, title);
  }
  for (const [userId, gathered] of people)
    await tell({
      key: `due:${today}:${userId}`,
      userId,
      about: `due:${userId}`,
      path: "/work",
      ...newsWords(gathered),
    });
  return people.size;
}

/** Open tasks of active projects due on a day from `from` to `to`, earliest first. */
async function* openTasks(db: TenantDb, from: string, to: string): AsyncGenerator<DueTask> {
  const { id, title, assigneeIds, status, projectId, deletedAt } = tasks;
  for (let cursor: string | null = `${from}~`; cursor !== null;) {
    const rows: DueTask[] = await db
      .pick(
        { id, title, assigneeIds, due: sql<string>`${DUE}`.as("due") },
        tasks,
        and(
          sql`${status} not in ('completed', 'cancelled')`,
          isNull(deletedAt),
          afterCursor(BY_DUE, cursor),
          sql`${DUE} <= ${to}`,
          inLiveProject(db, projectId),
        ),
      )
      .orderBy(...inOrder(BY_DUE))
      .limit(PAGE + 1);
    const page = pageOfRows(rows, PAGE, ({ due }) => due);
    yield* page.items;
    cursor = page.nextCursor;
  }
}

function gather(people: Map<string, Gathered>, userId: string, word: string, title: string): void {
  const { counts, lines } = people.get(userId) ?? { counts: new Map<string, number>(), lines: [] };
  counts.set(word, (counts.get(word) ?? 0) + 1);
  if (lines.length < LINES_SHOWN) lines.push(`${capital(word)}: ${title}`);
  people.set(userId, { counts, lines });
}

/**
 * A single task is named in the title; for several, the title has the count and the body names the first
 * ones.
 */
function newsWords({ counts, lines }: Gathered): Pick<DueNews, "title" | "body"> {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [first = ""] = lines;
  if (total === 1) return { title: first, body: "" };
  const more = total > lines.length ? [`and ${total - lines.length} more`] : [];
  const parts = [...counts].map(([word, count]) => `${count} ${word}`);
  return { title: `Your tasks: ${parts.join(", ")}`, body: [...lines, ...more].join("\n") };
}

const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
