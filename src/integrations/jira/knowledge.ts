/** Issues as a knowledge source: every issue of the projects in scope, with its description and newest comments. */
import type { JiraSettings } from "./connection.ts";
import type {
  FoundThing,
  KnowledgeReader,
  KnowledgeShelf,
  ReaderHelp,
} from "../../knowledge/sources/index.ts";
import { keysOf, readComments, searchIssues, type JiraAccount, type JiraIssue } from "./read.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";

const COUNTED_PAGES = 5;

export const JIRA_KNOWLEDGE: readonly KnowledgeShelf<JiraSettings, JiraAccount>[] = [
  { kind: "issue", windowDays: 90, msEach: 300, reader },
];

function reader(account: JiraAccount, _person: string, { clock }: ReaderHelp): KnowledgeReader {
  const page = (since: string, cursor: string | undefined) => {
    const updatedWithinMin = Math.ceil((clock.now() - Date.parse(since)) / MINUTE_MS) + 1;
    return searchIssues(account, keysOf(account), { updatedWithinMin }, cursor);
  };
  return {
    async list({ from, since, cursor }) {
      const { issues, next } = await page(since === null || since < from ? from : since, cursor ?? undefined);
      return { things: issues.map((issue) => thingOf(account, issue)), next, isPartial: false };
    },
    async count(from) {
      let items = 0;
      let cursor: string | undefined;
      for (let read = 0; read < COUNTED_PAGES; read++) {
        const { issues, next }: Awaited<ReturnType<typeof page>> = await page(from, cursor);
        items += issues.length;
        if (next === null) return { items, isMore: false };
        cursor = next;
      }
      return { items, isMore: true };
    },
  };
}

function thingOf(account: JiraAccount, issue: JiraIssue): FoundThing {
  const { key, summary, description, type, status, priority, assignee, reporter, labels, due, updatedAt } =
    issue;
  const facts: [string, string | null][] = [
    ["Key", key],
    ["Type", type],
    ["Status", status],
    ["Priority", priority],
    ["Assigned to", assignee?.name ?? null],
    ["Reported by", reporter],
    ["Due", due],
    ["Labels", labels.join(", ")],
  ];
  return {
    externalId: key,
    title: `${key}: ${summary}`,
    at: updatedAt,
    link: `${account.page}/${key}`,
    people: [assignee?.name ?? null, reporter].filter((one) => one !== null),
    facts: facts.flatMap(([fact, value]): [string, string][] => (value ? [[fact, value]] : [])),
    stamp: updatedAt,
    async words() {
      const comments = await readComments(account, key);
      const said = comments.map(({ by, text, at }) => `${by} (${at.slice(0, 10)}): ${text}`);
      return { text: [description ?? "", ...said].filter((part) => part !== "").join("\n\n"), note: null };
    },
  };
}
