import { isNull } from "drizzle-orm";
import * as z from "zod";
import type { Line } from "../../../integrations/connections/index.ts";
import { users, type TenantDb } from "../../../platform/db/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Json } from "../../../kernel/hash.ts";
import { localTime } from "../../../kernel/local-time.ts";
import type { ThreadLine } from "../../api/threads.ts";
import { listThreads } from "../../threads/index.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { MessageServices } from "./index.ts";
import { MINUTE_MS } from "../../../kernel/clock.ts";

/** Lists text threads, one row per contact and line, and who is waiting for an answer. */
export const listConversations = defineTool({
  name: "list_conversations",
  title: "Check the text threads",
  done: "Checked the text threads",
  description:
    "Lists the threads of texts, a row for each person on each line, latest activity first: who, on which line, the last words and whose they are, for how long they have " +
    "waited for an answer, and who of the team has it. unanswered gives those that wait for one, however old; snoozed and done ones are listed by themselves. " +
    "list_inbox has e-mails and calls too, of the last days.",
  keywords:
    "unanswered list_unanswered waiting reply threads open assigned snoozed done backlog per line age how long",
  input: z.strictObject({
    state: z
      .enum(["unanswered", "snoozed", "done", "all"])
      .optional()
      .describe("all if left out; unanswered: the team must do something"),
    line: z
      .string()
      .trim()
      .min(2)
      .max(60)
      .optional()
      .describe("Only on this line of ours: its label or number, such as Shared line"),
    after: z.string().max(120).optional().describe("For the next page: what the page before gave as next"),
    limit: z.int().min(1).max(50).optional().describe("Most threads to return; 25 if left out"),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  summarize: ({ state }) =>
    state === "unanswered" ? "Checking which texts are unanswered" : "Checking the text threads",
  async run({ state = "all", line, after, limit = 25 }, services: MessageServices) {
    const { db, texting, clock, timeZone } = services;
    const ours = line === undefined ? null : lineCalled(line, texting.lines);
    if (typeof ours === "string") return retry(ours);
    const page = await pageOf(db, {
      view: state === "unanswered" ? "open" : state,
      isPhone: true,
      line: ours?.number,
      cursor: after,
      limit,
    });
    if (page === null) return retry("after is not what a page gave as next. Leave it out to begin again.");
    const assignees = await namesOf(db, page.items);
    return {
      kind: "list",
      beside: { next: page.nextCursor },
      items: page.items.map((thread) =>
        rowOf(thread, { timeZone, nowMs: clock.now(), lines: texting.lines, assignees }),
      ),
      more: page.nextCursor !== null,
      keep: "first",
      outside: true,
    };
  },
});

/** A page; null for a foreign cursor. */
async function pageOf(db: TenantDb, query: Parameters<typeof listThreads>[1]) {
  try {
    return await listThreads(db, query, "");
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_request") return null;
    throw error;
  }
}

/** The line meant; a string lists the available ones. */
function lineCalled(asked: string, lines: readonly Line[]): Line | string {
  const digits = asked.replace(/\D/g, "");
  const found = lines.find(
    ({ label, number }) =>
      label.toLowerCase() === asked.toLowerCase() || (digits.length >= 7 && number.endsWith(digits)),
  );
  const names = lines.map(({ label, number }) => `${label} (${number})`).join(", ");
  return found ?? `The company has no line "${asked}". There are: ${names}.`;
}

async function namesOf(db: TenantDb, threads: readonly ThreadLine[]): Promise<ReadonlyMap<string, string>> {
  if (threads.every(({ assigneeId }) => assigneeId === null)) return new Map();
  const members = await db.rows(users, isNull(users.removedAt));
  return new Map(members.map(({ id, name }) => [id, name]));
}

interface View {
  readonly timeZone: string;
  readonly nowMs: number;
  readonly lines: readonly Line[];
  readonly assignees: ReadonlyMap<string, string>;
}

function rowOf(thread: ThreadLine, { timeZone, nowMs, lines, assignees }: View): Json {
  const { number, name, shown, place, status, line, lastAt, lastDirection, lastWords, waitsSince } = thread;
  return {
    with: name ?? shown,
    number,
    ...(name === null ? { known: false } : {}),
    about: place,
    line: lines.find((one) => one.number === line)?.label ?? line,
    status: status === "open" && waitsSince !== null ? "unanswered" : status,
    ...(waitsSince === null ? {} : { waitsFor: ageOf(nowMs - Date.parse(waitsSince)) }),
    lastAt: localTime(lastAt, timeZone),
    lastBy: lastDirection === "incoming" ? "contact" : "team",
    words: lastWords,
    assignedTo: thread.assigneeId === null ? null : (assignees.get(thread.assigneeId) ?? null),
    snoozedUntil: thread.nextAt === null ? null : localTime(thread.nextAt, timeZone),
  };
}

/** A duration in its largest whole unit. */
function ageOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const [count, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), "hour"]
        : [Math.floor(minutes / (24 * 60)), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
