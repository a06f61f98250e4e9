import * as z from "zod";
import type { StoredTask } from "../../connections/index.ts";
import { plainWords } from "../../../kernel/plain-words.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { TaskServices } from "./index.ts";
import { lineOf } from "./view-task.ts";

/** ClickUp's API has no search, so this many pages of 100 are scanned, most recently changed first. */
const PAGES = 5;

export const searchTasks = defineTool({
  name: "search_tasks",
  title: "Search tasks",
  done: "Searched the tasks",
  description:
    "Finds tasks in ClickUp by words of their name, description, tags, list or people: gate Lindero, Maria Lopez heat. Every word must stand there. " +
    "ClickUp has no search of its own for this, so the 500 tasks changed last are looked through, closed ones too; the answer says when there were more.",
  keywords: "clickup find todo to-do about work order task named",
  input: z.strictObject({
    query: z.string().trim().min(2).max(200).describe("Words that stand in the task"),
  }),
  effect: "read",
  lists: true,
  whenEmpty: "No task holds all of these words. Try one or two of them.",
  egress: "provider",
  summarize: ({ query }) => `Searching the tasks for ${query}`,
  async run({ query }, services: TaskServices) {
    const words = plainWords(query);
    if (words.length === 0) return retry("Give a word to look for.");
    const found: StoredTask[] = [];
    let more = true;
    for (let page = 0; more && page < PAGES; page++) {
      const read = await services.tasks({ isClosedToo: true, orderBy: "updated" }, page);
      found.push(...read.tasks.filter((task) => has(task, words)));
      ({ more } = read);
    }
    return {
      kind: "list",
      items: found.map((task) => lineOf(task, services)),
      total: found.length,
      keep: "first",
      ...(more
        ? { beside: { searched: "only the 500 tasks changed last; get_tasks looks into one list" } }
        : {}),
    };
  },
});

function has(task: StoredTask, words: readonly string[]): boolean {
  const people = task.assignees.map(({ name }) => name);
  const known = plainWords(
    [task.name, task.description ?? "", task.list.name, task.folder ?? "", ...task.tags, ...people].join(" "),
  );
  return words.every((word) => known.some((one) => one.startsWith(word)));
}
