/** Tasks as a knowledge source: every task in the spaces in scope, with its description and newest comments. */
import type { ClickUpSettings } from "./connection.ts";
import type { StoredTask } from "../connections/index.ts";
import { localTime } from "../../kernel/local-time.ts";
import type {
  FoundThing,
  KnowledgeReader,
  KnowledgeShelf,
  ReaderHelp,
} from "../../knowledge/sources/index.ts";
import { readComments, readTasks, type ClickUpAccount, type TaskFilter } from "./read.ts";

const COUNTED_PAGES = 5;
/** Length of `Tue 2026-11-24` in a local time. */
const DAY_CHARS = 14;

export const CLICKUP_KNOWLEDGE: readonly KnowledgeShelf<ClickUpSettings, ClickUpAccount>[] = [
  // Smaller plans allow 100 requests a minute per token (developer.clickup.com/docs/rate-limits); a third is left for interactive use.
  { kind: "issue", windowDays: 180, msEach: 1_000, reader },
];

function reader(account: ClickUpAccount, _person: string, { timeZone }: ReaderHelp): KnowledgeReader {
  const page = (since: string, number: number) => {
    const filter: TaskFilter = { isClosedToo: true, orderBy: "updated", updatedAfter: Date.parse(since) };
    return readTasks(account, filter, number);
  };
  return {
    async list({ from, since, cursor }) {
      const number = Number(cursor ?? 0);
      const { tasks, more } = await page(since === null || since < from ? from : since, number);
      const things = tasks.map((task) => thingOf(account, task, timeZone));
      return { things, next: more ? String(number + 1) : null, isPartial: false };
    },
    async count(from) {
      let items = 0;
      for (let number = 0; number < COUNTED_PAGES; number++) {
        const { tasks, more } = await page(from, number);
        items += tasks.length;
        if (!more) return { items, isMore: false };
      }
      return { items, isMore: true };
    },
  };
}

function thingOf(account: ClickUpAccount, task: StoredTask, timeZone: string): FoundThing {
  const { id, name, updatedAt, url, assignees, status, priority, due, list, tags, description } = task;
  const dayOf = (at: string): string => localTime(at, timeZone).slice(0, DAY_CHARS);
  const who = assignees.map((one) => one.name);
  const facts: [string, string | null][] = [
    ["List", list.name],
    ["Status", status],
    ["Assigned to", who.join(", ")],
    ["Due", due === null ? null : dayOf(due)],
    ["Priority", priority],
    ["Tags", tags.join(", ")],
  ];
  return {
    externalId: id,
    title: name,
    at: updatedAt,
    link: url,
    people: who,
    facts: facts.flatMap(([fact, value]): [string, string][] => (value ? [[fact, value]] : [])),
    stamp: updatedAt,
    async words() {
      const comments = await readComments(account, id);
      const said = comments.map(({ by, text, at }) => `${by} (${dayOf(at)}): ${text}`);
      return { text: [description ?? "", ...said].filter((part) => part !== "").join("\n\n"), note: null };
    },
  };
}
