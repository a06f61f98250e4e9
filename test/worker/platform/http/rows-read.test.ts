/** ROWS: what a request reads of the records follows what it shows, over a team with years behind it, by the database's own count. */
import { testContext } from "../../../support/context.ts";
import { beforeAll, describe, expect, it } from "vitest";
import document from "../../../../docs/openapi/steward.json" with { type: "json" };
import { countReads } from "../../../support/d1-count.ts";
import { GROWN, growTeam } from "../../../support/grown-team.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import { ALDER, DANA, files } from "../../workspace/harness.ts";
import { createAccount } from "../../../../src/accounts/index.ts";
import type { SearchItem } from "../../../../src/platform/api/search-items.ts";
import { searchSources } from "../../../../src/platform/search-sources.ts";
import { asMember, writeFile } from "../../../../src/workspace/index.ts";

/** Rows a request may read for each thing it shows, and beside these: its session, its team, its settings. */
const ROWS_A_THING = 20;
const ROWS_ANYWAY = 200;
/** What a page of a list may weigh. */
const PAGE_BYTES = 50 * 1024;

const { number, busiest, contact, conversation, run, approval, project, task, entity, source, item } = GROWN;
const encoded = encodeURIComponent;
const file = `${GROWN.folder}/file-7.md`;

/** How each address is asked, by its path: once with what a page asks for, and with each kind of filter. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  "/api/accounts": [
    "?limit=50",
    "?limit=50&stage=Intake",
    "?limit=50&q=lakeside",
    "?limit=50&q=lakeside%2017",
  ],
  "/api/accounts/totals": ["", "?stage=Intake"],
  "/api/accounts/file": ["?path=accounts/ACCOUNT/history.md"],
  "/api/accounts/followup/pending": [""],
  "/api/accounts/stages": [""],
  "/api/accounts/tree": [""],
  "/api/accounts/{id}": ["/api/accounts/ACCOUNT"],
  "/api/accounts/{id}/history": ["/api/accounts/ACCOUNT/history"],
  "/api/agents": [""],
  "/api/agents/figures": [""],
  "/api/agents/{name}/instructions": ["/api/agents/steward/instructions"],
  "/api/agents/{name}/instructions/history": ["/api/agents/steward/instructions/history"],
  "/api/agents/{name}/settings": ["/api/agents/steward/settings"],
  "/api/approvals": [
    "?status=open&limit=30",
    "?status=done,failed,not_done,rejected,expired,stale,withdrawn&limit=30",
    `?conversationId=${encoded(conversation)}&limit=50`,
  ],
  "/api/approvals/{id}": [`/api/approvals/${approval}`],
  "/api/archive": [""],
  "/api/audit": ["?limit=40", "?limit=40&actor=user_demo_dana"],
  "/api/automations": [`?limit=50&projectId=${project}`],
  "/api/checklist-items": [`?limit=50&taskId=${task}`],
  "/api/connections": [""],
  "/api/contacts": ["?limit=50", "?limit=50&q=maria", "?limit=50&q=maria%20lopez", "?q=mar&brief=1&limit=6"],
  "/api/contacts/{id}": [`/api/contacts/${contact}`, `/api/contacts/${encoded(busiest)}`],
  "/api/contacts/{id}/timeline": [`/api/contacts/${encoded(busiest)}/timeline?limit=30`],
  "/api/conversations": [
    "?limit=50",
    "?limit=50&q=maria",
    "?limit=50&source=sms",
    `?limit=50&phone=${encoded(number)}`,
  ],
  "/api/conversations/{id}": [`/api/conversations/${encoded(conversation)}`],
  "/api/custom-fields": [`?limit=50&projectId=${project}`],
  "/api/email-threads/{number}": ["/api/email-threads/thread_1"],
  "/api/entities": ["?limit=50", "?limit=12&q=maria", "?limit=50&q=maria%20lopez", "?limit=50&type=person"],
  "/api/entities/{id}": [`/api/entities/${entity}`],
  "/api/entities/{id}/items": [`/api/entities/${entity}/items?limit=30`],
  "/api/erasures": [""],
  "/api/examples": ["?limit=50"],
  "/api/export/{kind}": [
    "members",
    "contacts",
    "texts",
    "calls",
    "emails",
    "notes",
    "approvals",
    "accounts",
    "projects",
    "tasks",
    "comments",
  ].map((kind) => `/api/export/${kind}`),
  "/api/first-steps": [""],
  "/api/forms": [`?limit=50&projectId=${project}`],
  "/api/forms/{id}": [`/api/forms/${GROWN.form}`],
  "/api/forms/{id}/submissions": [`/api/forms/${GROWN.form}/submissions?limit=20`],
  "/api/goals": [`?limit=50&projectId=${project}`],
  "/api/hooks": ["?limit=50"],
  "/api/invites": [""],
  "/api/knowledge/items/{id}": [`/api/knowledge/items/${item}`],
  "/api/knowledge/sources": [""],
  "/api/knowledge/syncs": [""],
  "/api/knowledge/sources/{id}/items": [`/api/knowledge/sources/${source}/items?limit=50`],
  "/api/mail": [""],
  "/api/mails": ["?limit=30"],
  "/api/mcp/grants": [""],
  "/api/mcp/servers": [""],
  "/api/me": [""],
  "/api/mirror": [""],
  "/api/my-work": ["?limit=50", "?limit=50&userId=user_demo_dana"],
  "/api/my-work/next": [""],
  "/api/notifications": ["?limit=30"],
  "/api/notifications/preferences": [""],
  "/api/notifications/urgent": [""],
  "/api/on-call": [""],
  "/api/policy": [""],
  "/api/policy/earned": [""],
  "/api/project-documents": [`?limit=50&projectId=${project}`, `?limit=1&projectId=${project}&kind=sow`],
  "/api/project-views": [`?limit=50&projectId=${project}`],
  "/api/projects": ["?limit=50", "?limit=50&q=project%201", "?limit=50&sort=updated"],
  "/api/projects/{id}": [`/api/projects/${project}`],
  "/api/projects/{id}/agents": [`/api/projects/${project}/agents`],
  "/api/projects/{id}/agents/{agent}/runs": [`/api/projects/${project}/agents/risk-predictor/runs?limit=10`],
  "/api/projects/{id}/baseline": [`/api/projects/${project}/baseline?limit=100`],
  "/api/projects/{id}/board": [
    `/api/projects/${project}/board`,
    `/api/projects/${project}/board?priority=medium`,
  ],
  "/api/projects/{id}/changes": [`/api/projects/${project}/changes?limit=50`],
  "/api/projects/{id}/timeline": [`/api/projects/${project}/timeline`],
  "/api/push/subscriptions": [""],
  "/api/rates": ["?limit=50"],
  "/api/reply-templates": [""],
  "/api/routing": [""],
  "/api/runs": ["?limit=40", `?limit=200&conversationId=${encoded(conversation)}`],
  "/api/runs/{id}": [`/api/runs/${run}`],
  "/api/schedules": [""],
  "/api/search": ["?q=water%20heat", "?q=water", "?q=wat&typing=1&limit=6"],
  "/api/search/status": [""],
  "/api/sessions": [""],
  "/api/skills": [""],
  "/api/skills/one": ["?id=greeting"],
  "/api/skills/templates": [""],
  "/api/skills/uses": ["?limit=50", "?limit=50&id=greeting"],
  "/api/tags": ["?limit=50"],
  "/api/task-comments": [`?limit=50&taskId=${task}`, `?limit=50&projectId=${project}`],
  "/api/task-reminders": ["?limit=50", `?limit=50&taskId=${task}`],
  "/api/tasks": [
    "?limit=50",
    `?limit=50&projectId=${project}&parentId=none`,
    `?limit=50&projectId=${project}&parentId=none&sort=due`,
    `?limit=50&projectId=${project}&parentId=none&sort=updated`,
  ],
  "/api/tasks/some": [`?ids=${task},task_2,task_3`],
  "/api/tasks/{id}": [`/api/tasks/${task}`],
  "/api/team": [""],
  "/api/team/join-requests": [""],
  "/api/text-backfills": [""],
  "/api/text-threads": ["?limit=40", "?limit=40&view=done", "?limit=40&view=mine"],
  "/api/text-threads/unread": [""],
  "/api/texts/{number}": [
    `/api/texts/${encoded(busiest)}?limit=60`,
    `/api/texts/${encoded(number)}?limit=60`,
  ],
  "/api/texts/{number}/direct": [`/api/texts/${encoded(busiest)}/direct`],
  "/api/thread-views": [""],
  "/api/usage": [""],
  "/api/workspace/blame": [`?path=${encoded(file)}`],
  "/api/workspace/context": [""],
  "/api/workspace/deleted": ["?limit=50"],
  "/api/workspace/diff": [`?path=${encoded(file)}&to=1`],
  "/api/workspace/history": [`?limit=50&path=${encoded(file)}`],
  "/api/workspace/ls": ["?limit=50", "?limit=50&path=areas", `?limit=50&path=${GROWN.folder}`],
  "/api/workspace/read": [`?path=${encoded(file)}`],
  "/api/workspace/search": [
    "?limit=60&q=the",
    "?limit=60&q=oiler",
    "?limit=60&q=boiler%20999",
    "?limit=60&q=zeppelin",
    `?limit=60&q=boiler&path=${GROWN.folder}`,
  ],
  "/api/workspace/version": [`?path=${encoded(file)}&version=1`],
};

/** What is not asked, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "/.well-known/oauth-authorization-server": "reads no records",
  "/.well-known/oauth-protected-resource": "reads no records",
  "/.well-known/oauth-protected-resource/mcp": "reads no records",
  "/.well-known/security.txt": "reads no records",
  "/api/accounts/answers/{conversationId}/{turnId}": "an answer of an agent, read from its conversation",
  "/api/agent-scorecards": "one figure an agent, over the days it ran",
  "/api/agent-scorecards/{agent}": "one figure an agent, over the days it ran",
  "/api/archive/{kind}/{month}": "a file",
  "/api/connections/{vendor}/callback": "ends a sign-in at a vendor",
  "/api/conversations/{id}/messages": "read from the conversation’s object",
  "/api/conversations/{id}/prompt": "read from the conversation’s object",
  "/api/conversations/{id}/socket": "a socket",
  "/api/conversations/{id}/transcript": "a file",
  "/api/contacts/{id}/erasure": "counts all that would be erased of a person, for an admin who is about to",
  "/api/erasures/{id}": "asks for one that was begun",
  "/api/examples/download": "a file",
  "/api/feed": "a socket",
  "/api/health": "reads no records",
  "/api/knowledge/syncs/{id}": "asks for one that was begun",
  "/api/mail/summaries": "asks a vendor",
  "/api/mails/{id}/attachments/{index}": "a file",
  "/api/mcp/servers/{id}": "asks for one that was connected",
  "/api/me/phone-code": "one row",
  "/api/openapi.json": "reads no records",
  "/api/operator/health": "about all teams",
  "/api/operator/status": "about all teams",
  "/api/operator/team/file": "a file",
  "/api/project-agent-runs/{id}": "asks for one of each agent’s own shape",
  "/api/project-imports/lists": "asks a vendor",
  "/api/push/vapid-public-key": "reads no records",
  "/api/schedules/{id}": "asks for one that was made",
  "/api/sign-in": "reads no records",
  "/api/text-media/{id}/{index}": "a file",
  "/api/workspace/download": "a file",
  "/api/workspace/export": "a file",
};

let cookie = "";
/** The number of an account that the product has made. */
let account = "";

beforeAll(async () => {
  await freshWorld();
  await control("reset", {});
  await writeFile(asMember(files(ALDER)), {
    path: "skills/greeting/SKILL.md",
    content: "---\nname: greeting\ndescription: How to greet\n---\n\nSay hello.\n",
    ...DANA,
  });
  await writeFile(files(ALDER), { path: "MEMORY.md", content: "# The boiler\n\nThe water heat.\n", ...DANA });
  const wanted = { name: "Lakeside Care", stage: "Intake" };
  const evidence = { kind: "command", words: "Make it" } as const;
  ({ id: account } = await createAccount(files(ALDER), { wanted, evidence, origin: DANA }));
  await growTeam(ALDER);
  await indexFiles();
  cookie = await signIn("dana@alderfinch.example");
});

it("ROWS: every address of the API that reads is asked here, or stands among those that are not, with the reason", () => {
  const reads = Object.entries(document.paths).flatMap(([path, operations]) =>
    "get" in operations ? [path] : [],
  );
  expect(reads.filter((path) => !(path in ASKED) && !(path in LEFT_OUT))).toEqual([]);
  expect([...Object.keys(ASKED), ...Object.keys(LEFT_OUT)].filter((path) => !reads.includes(path))).toEqual(
    [],
  );
});

/** What has a bound of its own, and why. */
const OWN_BOUNDS: Readonly<Record<string, { readonly rows?: number; readonly bytes?: number }>> = {
  // The catalogue of agents, however much a team has.
  "/api/agents": { bytes: 80 * 1024 },
  // Weighs a person's next 300 tasks against each other.
  "/api/my-work/next": { rows: 2_500 },
  // 200 rows for a file.
  "/api/export/{kind}": { bytes: 250 * 1024 },
  // Sums up all runs of a month.
  "/api/usage": { rows: 4_000 },
  // Counts the accounts of each stage to 100.
  "/api/accounts/stages": { rows: 1_200 },
  // Counts unread threads to 100.
  "/api/text-threads/unread": { rows: 300 },
  // Counts the files below each folder it shows.
  "/api/workspace/ls?limit=50": { rows: 10_000 },
  "/api/workspace/ls?limit=50&path=areas": { rows: 10_000 },
  "/api/accounts/tree": { rows: 10_000 },
  // Two words that few share: reads every entry of the rarer one.
  "/api/contacts?limit=50&q=maria%20lopez": { rows: 600 },
};

/** The planner chooses by what it knows: nothing, as in a new database, or how many rows of each there are. */
describe.each(["without statistics", "with statistics"])("%s", (planner) => {
  beforeAll(async () => {
    if (planner === "with statistics") await testEnv.DB.prepare("analyze").run();
  });

  it.each(
    Object.entries(ASKED).flatMap(([path, asked]) =>
      asked.map((one) => [one.startsWith("/") ? one : `${path}${one}`, path] as const),
    ),
  )("ROWS: %s", async (path, address) => {
    // The first one finds the session, the team and its settings, which are remembered for a while.
    await ask(path);
    using reads = countReads();
    const { status, body } = await ask(path);
    expect([status, status === 200 ? "" : body]).toEqual([200, ""]);
    const shown = thingsIn(JSON.parse(body));
    const { rows = ROWS_A_THING * shown + ROWS_ANYWAY, bytes = PAGE_BYTES } =
      OWN_BOUNDS[path] ?? OWN_BOUNDS[address] ?? {};
    expect(reads.total <= rows ? [] : [`${reads.total} rows, ${shown} things`, ...reads.lines()]).toEqual([]);
    expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(bytes);
  });
});

/** What the search index knows of the files that were written past it. */
async function indexFiles(): Promise<void> {
  const [index, source] = [await testContext(ALDER).objects.search(), searchSources(testContext(ALDER)).file];
  for (let after: string | null = null; ;) {
    const page: { items: readonly SearchItem[]; next: string | null } | undefined = await source?.page(
      after,
      200,
    );
    await index.index(ALDER, page?.items ?? []);
    after = page?.next ?? null;
    if (after === null) return;
  }
}

async function ask(path: string): Promise<{ status: number; body: string }> {
  const answer = await request(path.replace("ACCOUNT", account), {
    headers: { cookie, origin: "http://localhost:8787" },
  });
  return { status: answer.status, body: await answer.text() };
}

/** How many things an answer shows: the objects in its lists, at any depth. */
function thingsIn(value: unknown): number {
  if (Array.isArray(value))
    return value.reduce<number>(
      (sum, one) => sum + (one !== null && typeof one === "object" ? 1 : 0) + thingsIn(one),
      0,
    );
  if (value === null || typeof value !== "object") return 0;
  return Object.values(value).reduce<number>((sum, one) => sum + thingsIn(one), 0);
}
