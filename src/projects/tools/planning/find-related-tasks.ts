import * as z from "zod";
import type { Json } from "../../../kernel/hash.ts";
import { localTime } from "../../../kernel/local-time.ts";
import { plainWords } from "../../../kernel/plain-words.ts";
import { liveTasks } from "./live-tasks.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { PlanningServices } from "./index.ts";

const QUOTE_CHARS = 200;
const SHORT_WORD = 3;

/** Finds existing tasks about the same topic. */
export const findRelatedTasks = defineTool({
  name: "find_related_tasks",
  title: "Look for related tasks",
  done: "Looked for related tasks",
  description:
    "Finds tasks that are about the same thing, in whatever keeps the team's tasks, open and closed: so that nothing is made twice. By meaning and by words; the nearest first, which need not be the same task.",
  keywords: "existing duplicate similar already made todo",
  input: z.strictObject({
    query: z.string().trim().min(3).max(300).describe("What the task is about, with names and places"),
    project_key: z.string().trim().min(1).max(100).optional().describe("Only in this project or list"),
    limit: z.int().min(1).max(20).optional().describe("10 if left out"),
  }),
  effect: "read",
  lists: true,
  egress: "provider",
  whenEmpty: "No task on record is about this.",
  summarize: ({ query }) => `Looking for tasks about ${query}`,
  looksAt: ({ query }) => ({ things: "Tasks", asked: query, askedIs: "words" }),
  async run({ query, project_key: project, limit = 10 }, services: PlanningServices) {
    const [live, onRecord] = await Promise.all([
      services.systems().then((systems) => liveTasks(systems, telling(query), project)),
      services.retrieve({ question: query, sources: ["issue"], limit }),
    ]);
    const found: Json[] = onRecord
      .filter(({ title, text }) => project === undefined || isOfProject(`${title}\n${text}`, project))
      // Skip indexed copies of tasks that were just read live.
      .filter(({ title }) => !live.some((one) => title.includes(one.title)))
      .map(({ title, text, at, url }) => ({
        title,
        at: localTime(at, services.timeZone),
        quote: text.slice(0, QUOTE_CHARS),
        link: url,
      }));
    const items = [
      ...live.map(({ key, title, status, in: place, link }): Json => ({
        key,
        title,
        status,
        in: place,
        link,
      })),
      ...found,
    ];
    return { kind: "list", items: items.slice(0, limit), total: items.length, keep: "first", outside: true };
  },
});

function telling(query: string): string[] {
  const words = plainWords(query).filter((word) => word.length > SHORT_WORD);
  return words.length > 0 ? words : plainWords(query);
}

/** The result contains the project's key (`MNT-12`) or name. */
function isOfProject(words: string, project: string): boolean {
  const asked = plainWords(project).join(" ");
  return ` ${plainWords(words.replace(/\b([A-Za-z][A-Za-z0-9_]*)-(\d+)\b/g, "$1 $2")).join(" ")} `.includes(
    ` ${asked} `,
  );
}
