/** The company's Jira: a site, projects, issues and comments. */
import { HARBOR } from "../world/company.ts";
import { JIRA_ISSUES, JIRA_PROJECTS } from "../world/jira.ts";
import { worldOf } from "../vendor/define-vendor.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The demo connection's settings. Fictitious. */
export const JIRA = {
  tenantId: HARBOR.id,
  connectionId: "conn_harbor_jira",
  token: "ATATT3xSANDBOXHARBORLIGHT",
  settings: {
    site: "harborlight",
    email: "ruth@harborlight.example",
    projects: JIRA_PROJECTS.slice(0, 2).map(({ key, name }) => ({ key, name, isService: false })),
  },
} as const;

/** Statuses, their transitions and categories. */
export const STATUSES = [
  { id: "1", name: "To Do", category: "new", leadsTo: ["In Progress", "Done", "Won't Do"] },
  { id: "2", name: "In Progress", category: "indeterminate", leadsTo: ["To Do", "Done", "Won't Do"] },
  { id: "3", name: "Done", category: "done", leadsTo: ["In Progress"] },
  { id: "4", name: "Won't Do", category: "done", leadsTo: ["To Do"] },
] as const;
export const TYPES = ["Task", "Bug"] as const;
export const PRIORITIES = ["Highest", "High", "Medium", "Low", "Lowest"] as const;

export interface User {
  readonly accountId: string;
  readonly displayName: string;
  readonly emailAddress: string;
  /** Projects in which they can't be assigned. */
  readonly notIn: readonly string[];
}

export const USERS: readonly User[] = HARBOR.people.map(({ firstName, lastName, email }, index) => ({
  accountId: `5b10a2844c20165700ede2${index}g`,
  displayName: `${firstName} ${lastName}`,
  emailAddress: email,
  notIn: firstName === "Ben" ? ["OPS"] : [],
}));

export interface Property {
  readonly key: string;
  readonly value: unknown;
}

export interface Issue {
  readonly id: string;
  readonly key: string;
  readonly project: string;
  type: string;
  summary: string;
  /** Atlassian Document Format. */
  description: unknown;
  status: string;
  assignee: string | null;
  priority: string;
  labels: string[];
  due: string | null;
  readonly reporter: string;
  readonly createdAt: number;
  updatedAt: number;
  readonly properties: Property[];
}

export interface Comment {
  readonly id: string;
  readonly key: string;
  readonly by: string;
  readonly body: unknown;
  readonly at: number;
  readonly properties: readonly Property[];
}

export interface Saved {
  readonly issues: Issue[];
  readonly comments: Comment[];
  next: number;
}

/** Text as a document; the world's descriptions use a little Markdown. */
export function documentOf(text: string): unknown {
  const blocks = text.split("\n\n").filter((part) => part !== "");
  const inline = (line: string) =>
    line
      .split(/(\*\*[^*]+\*\*)/)
      .filter((part) => part !== "")
      .map((part) =>
        part.startsWith("**")
          ? { type: "text", text: part.slice(2, -2), marks: [{ type: "strong" }] }
          : { type: "text", text: part },
      );
  const paragraph = (line: string) => ({ type: "paragraph", content: inline(line) });
  return {
    type: "doc",
    version: 1,
    content: blocks.map((block) =>
      block.startsWith("1. ")
        ? {
            type: "orderedList",
            attrs: { order: 1 },
            content: block
              .split("\n")
              .map((line) => ({ type: "listItem", content: [paragraph(line.replace(/^\d+\. /, ""))] })),
          }
        : paragraph(block),
    ),
  };
}

/** The project's next issue key. */
export function nextKey({ issues }: Saved, project: string): string {
  return `${project}-${issues.filter((one) => one.project === project).length + 1}`;
}

function userOf(firstName: string | undefined): string | null {
  return USERS.find(({ displayName }) => displayName.startsWith(`${firstName ?? "-"} `))?.accountId ?? null;
}

export const jiraStore = worldOf<Saved>("jira", (context) => {
  const saved: Saved = { issues: [], comments: [], next: 10_001 };
  const nowMs = context.now();
  for (const world of context.world === "demo" ? JIRA_ISSUES : []) {
    const key = nextKey(saved, world.project);
    const createdAt = nowMs - world.daysOld * DAY_MS;
    const comments = (world.comments ?? []).map(([by, text], index): Comment => ({
      id: String(saved.next++),
      key,
      by: userOf(by) ?? "",
      body: documentOf(text),
      at: createdAt + (index + 1) * HOUR_MS,
      properties: [],
    }));
    saved.comments.push(...comments);
    const { dueInDays } = world;
    saved.issues.push({
      id: String(saved.next++),
      key,
      project: world.project,
      type: world.type,
      summary: world.summary,
      description: world.about === "" ? null : documentOf(world.about),
      status: world.status,
      assignee: userOf(world.assignee),
      priority: world.priority ?? "Medium",
      labels: [...(world.labels ?? [])],
      due: dueInDays === undefined ? null : new Date(nowMs + dueInDays * DAY_MS).toISOString().slice(0, 10),
      reporter: USERS[0]?.accountId ?? "",
      createdAt,
      updatedAt: comments.at(-1)?.at ?? createdAt,
      properties: [],
    });
  }
  return saved;
});
