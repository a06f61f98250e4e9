/**
 * A company in the middle of its day, for looking at every page: conversations of several kinds, and approvals in every state a person meets.
 * Made the way it would come about: by asking, deciding, and the outside world failing.
 */
import { randomUUID } from "node:crypto";
import { moveFilesIn } from "../../scripts/demo-workspace.ts";
import type { Stack } from "../../scripts/stack.ts";
import type { Approval } from "../../src/approvals/api/approval.ts";
import { controlAt, eventually, signInAs, type Client } from "./client.ts";
import { subscribedDevice } from "./phone.ts";
import { countDecisions, letMinutesPass } from "./records.ts";
import { outsideNumbers, proposeTexts, says, script } from "./scripted.ts";
import { makeChannels } from "./shown-channels.ts";
import { turnEnded } from "./turns.ts";

/** What stands in the world, to be opened. */
export interface ShownWorld {
  readonly dana: Client;
  /** Conversations by what they show. */
  readonly conversations: Readonly<
    Record<
      | "answer"
      | "question"
      | "waiting"
      | "decided"
      | "failed"
      | "written"
      | "closed"
      | "texted"
      | "mailed"
      | "slacked",
      string
    >
  >;
  /** Approvals by state. */
  readonly approvals: Readonly<
    Record<"pending" | "odd" | "done" | "rejected" | "stale" | "needsHuman" | "mailReply", string>
  >;
  /** A number with a call in its thread of which every word is known. */
  readonly called: string;
  /** An account with a history, edited by hand since. */
  readonly account: string;
}

/** A chat about projects that takes no more messages. */
async function closedChat(dana: Client): Promise<string> {
  const { id } = await dana.json<{ id: string }>("POST", "/api/conversations", { agent: "nl-query" });
  await dana.json("PATCH", `/api/conversations/${id}`, { closed: true });
  return id;
}

/** The id of the company on the plumber's card: ids are derived from names. */
const IRONSIDE = "entity_4fea01029c367ead2870367a810e0a368d474756";
const WRITTEN = `## What the lease says

Maria Lopez rents **14 Birch St, Unit 3**. Her lease runs until *30 June 2027*.

1. Rent is due on the 1st, late from the 5th.
2. Repairs are reported by text:
   - urgent ones at any hour
   - others between \`9:00\` and \`17:00\`

> The landlord gives 24 hours' notice before entering.

| Item | Amount | Due |
| :-- | --: | :-: |
| Rent | $1,450.00 | Dec 1 |
| Parking | $60.00 | Dec 1 |
| Late fee | $75.00 | |

\`\`\`
Balance: $1,510.00
\`\`\`

See [the county's rules](https://www.example.com/rules) and [the approval](/approvals).`;

/** Fills a freshly started product. The Worker is killed and started once on the way. */
export async function makeShownWorld(stack: Stack, dataDir: string): Promise<ShownWorld> {
  const { appUrl, sandboxUrl } = stack;
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  await subscribedDevice(sandboxUrl, dana, "Dana’s phone");

  const needsHuman = await leaveUnproven(stack, dataDir, dana);
  const answer = await ask(dana, "Who is Maria Lopez, and what did she last write?");
  const question = await ask(dana, "Text Maria that the plumber comes tomorrow at 9.");
  const written = randomUUID();
  await script(sandboxUrl, "the lease of unit 3", [says(WRITTEN)]);
  await say(dana, written, "Please tell me about the lease of unit 3.");
  const failed = randomUUID();
  await script(
    sandboxUrl,
    "the annual budget",
    Array.from({ length: 12 }, () => ({
      error: { status: 400, type: "invalid_request_error", message: "A scripted error." },
    })),
  );
  await say(dana, failed, "Please read me the annual budget.");

  const decided = await proposeTexts(
    sandboxUrl,
    dana,
    [
      { to: "+14125550142", text: "Hi Maria, the boiler was looked at today and works again." },
      { to: "+14125550144", text: "The hallway is painted on Monday; please keep your door closed." },
      { to: "+14125550146", text: "Your parcel is at the office." },
    ],
    asking(dana, "Please tell Maria about the boiler, James about the hallway and José about his parcel"),
  );
  const first = about(decided.approvals, "boiler");
  const second = about(decided.approvals, "hallway");
  const third = about(decided.approvals, "parcel");
  await decide(dana, first, { decision: "approve" });
  await decide(dana, second, { decision: "reject", reason: "Wrong content: it is painted on Tuesday." });
  await dana.json("POST", `/api/approvals/${second.id}/example`);
  await controlAt(sandboxUrl, "inbound/sms", {
    from: textOf(third.arguments["to"]),
    text: "I have it already, thanks!",
  });
  // What was written meanwhile is seen when it would be sent.
  await decide(dana, third, { decision: "approve" });
  await eventually("it is out of date", async () => (await stateOf(dana, third.id)) === "stale");

  await dana.json("POST", "/api/schedules", {
    title: "Open repairs of the week",
    instruction: "Look through the texts of the week for repairs that are still open and list them.",
    cadence: { type: "cron", expression: "0 8 * * 1" },
  });
  const waiting = await proposeTexts(
    sandboxUrl,
    dana,
    [
      {
        to: "+18145550148",
        text: "Hi Greg, the water is off on Thursday from 10 to 12 in your unit 4B. Sorry for the trouble!",
      },
      {
        to: "+14125550150",
        text: "Hello Robert, please pay at https://pаy.example.com/rent today.\u200b It is the last reminder; after that a late fee of $75 is added, as section 4 of your lease says. Write back if something is not right.",
      },
    ],
    asking(dana, "Please tell Greg that the water is off, and remind Robert of his rent"),
  );
  const pending = about(waiting.approvals, "water");
  const odd = about(waiting.approvals, "late fee");
  await moveFilesIn(stack);
  await changeFile(dana);
  const account = await keepAccounts(dana);
  await keepProject(dana);
  const channels = await makeChannels(stack, dana);
  const closed = await closedChat(dana);
  await eventually("the receipt is there", async () => (await stateOf(dana, first.id)) === "done");
  // The first reading was broken off with the app, or met a phone system that was down.
  await eventually(
    "the contacts are read",
    async () => {
      const { items } = await dana.json<{ items: unknown[] }>("GET", "/api/contacts?limit=1");
      if (items.length === 0) await stack.tick();
      return items.length > 0;
    },
    90_000,
  );
  return {
    dana,
    conversations: {
      answer,
      question,
      waiting: waiting.conversation,
      decided: decided.conversation,
      failed,
      written,
      closed,
      ...channels.conversations,
    },
    approvals: {
      pending: pending.id,
      odd: odd.id,
      done: first.id,
      rejected: second.id,
      stale: third.id,
      needsHuman,
      ...channels.approvals,
    },
    called: channels.called,
    account,
  };
}

/** A file of the demo company gets a version by hand, for its history. */
async function changeFile(dana: Client): Promise<void> {
  const path = "areas/vendors.md";
  const { content, etag } = await dana.json<{ content: string; etag: string }>(
    "GET",
    `/api/workspace/read?path=${path}`,
  );
  const changed = `${content.trimEnd()}\n\n## By hand\n\nRossi does not work on Sundays.\n`;
  await dana.json("POST", "/api/workspace/write", { path, content: changed, etag });
}

/** Two accounts: one as made, and one with a history that doesn't tell what its state says. Returns the second's id. */
async function keepAccounts(dana: Client): Promise<string> {
  await dana.json("POST", "/api/accounts", { wanted: { name: "Harbor Light Books", stage: "Intake" } });
  const { id, entry } = await dana.json<{ id: string; entry: { id: string } }>("POST", "/api/accounts", {
    wanted: {
      name: "Little Oaks Child Care",
      stage: "Application Received",
      industry: "Child care",
      location: "Austin, TX",
      primaryEmail: "ana@littleoaks.example",
      insuranceTypes: ["General liability", "Workers’ compensation"],
      contacts: [{ name: "Ana Ruiz", role: "Owner", email: "ana@littleoaks.example", phone: "" }],
      nextSteps: ["Send the quote by Friday"],
      notes: "Ana decides, **not** her brother.",
    },
  });
  await dana.json("POST", `/api/accounts/${id}/changes`, {
    wanted: { stage: "Quoted", pendingActions: ["Their loss runs"] },
    seen: entry.id,
  });
  return id;
}

/** The project of the shown pages. */
export const SHOWN_PROJECT = "shown-kitchen";

/** A project under way: phases, tasks in every state, one with all that a sheet shows, and a baseline that the plan has left behind. */
async function keepProject(dana: Client): Promise<void> {
  const projectId = SHOWN_PROJECT;
  const { user } = await dana.json<{ user: { id: string } }>("GET", "/api/me");
  const day = (away: number): string => new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10);
  await dana.json("POST", "/api/projects", {
    id: projectId,
    name: "Kitchen renovation, 214 Birch St #4B",
    clientName: "Alder Holdings",
    status: "active",
    ownerId: user.id,
    dueDate: day(20),
  });
  for (const [id, name] of [
    ["shown-demolition", "Demolition"],
    ["shown-finishes", "Finishes"],
  ])
    await dana.json("POST", "/api/project-phases", { id, projectId, name });
  const tasks = [
    ["floors", "Protect the floors", "completed", "low", "shown-demolition", -12, -10],
    ["cabinets", "Take out cabinets and counters", "in_review", "medium", "shown-demolition", -9, -2],
    ["panel", "Electrical rough-in and panel upgrade", "in_progress", "high", "shown-demolition", -4, 3],
    ["inspection", "City inspection of the rough-in", "blocked", "critical", "shown-demolition", 4, 5],
    ["drywall", "Hang and finish drywall", "created", "medium", "shown-finishes", 6, 12],
  ] as const;
  for (const [at, [id, title, status, priority, phaseId, start, due]] of tasks.entries())
    await dana.json("POST", "/api/tasks", {
      id: `shown-${id}`,
      projectId,
      title,
      status,
      priority,
      phaseId,
      startDate: day(start),
      dueDate: day(due),
      estimatedHours: 4 + at * 3,
      assigneeIds: at % 2 === 0 ? [user.id] : [],
      dependsOn: at === 0 ? [] : [`shown-${tasks[at - 1]?.[0]}`],
      ...(id === "panel" ? { description: "Upgrade the panel to **200 A**." } : {}),
    });
  await dana.json("POST", "/api/tasks", { projectId, parentId: "shown-panel", title: "Order the panel" });
  const { version } = await dana.json<{ version: number }>("GET", `/api/projects/${projectId}`);
  await dana.json("POST", `/api/projects/${projectId}/baseline`, { version });
  const { task } = await dana.json<{ task: { version: number } }>("GET", "/api/tasks/shown-drywall");
  await dana.json("PATCH", "/api/tasks/shown-drywall", { dueDate: day(18), version: task.version });
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function about(approvals: readonly Approval[], word: string): Approval {
  const found = approvals.find(({ arguments: { text } }) => textOf(text).includes(word));
  if (found === undefined) throw new Error(`no approval speaks of ${word}`);
  return found;
}

async function stateOf(dana: Client, id: string): Promise<string> {
  return (await dana.json<Approval>("GET", `/api/approvals/${id}`)).status;
}

async function decide(
  dana: Client,
  { id, effectHash }: Approval,
  body: Record<string, unknown>,
): Promise<void> {
  await dana.json("POST", `/api/approvals/${id}/decision`, { ...body, effectHash });
}

async function say(dana: Client, conversation: string, words: string): Promise<void> {
  await dana.send(conversation, words);
  await turnEnded(dana, conversation, words);
}

async function ask(dana: Client, words: string): Promise<string> {
  const conversation = randomUUID();
  await say(dana, conversation, words);
  return conversation;
}

/** Asks in a person's words; the mark by which the script is found stands at their end. */
function asking(dana: Client, words: string): (given: string) => Promise<string> {
  return async (given) => {
    const conversation = randomUUID();
    await dana.send(conversation, `${words}. (${given.split(": ").at(-1) ?? ""})`);
    return conversation;
  };
}

/** A text whose sending no one can prove: the Worker dies while the phone system holds the call, which then answers nothing. */
async function leaveUnproven(stack: Stack, dataDir: string, dana: Client): Promise<string> {
  const { sandboxUrl } = stack;
  const { approvals } = await proposeTexts(
    sandboxUrl,
    dana,
    [
      {
        to: (await outsideNumbers(sandboxUrl)).at(-1) ?? "",
        text: "The elevator is checked on Friday; please take the stairs until noon.",
      },
    ],
    asking(dana, "Please tell Camille about the elevator"),
  );
  const [approval] = approvals as [Approval];
  await controlAt(sandboxUrl, "faults", { service: "quo", method: "POST", hang: true });
  const decided = decide(dana, approval, { decision: "approve" }).catch(() => null);
  await eventually("the call is held at the provider", async () => {
    const { items } = await controlAt<{ items: { held: number }[] }>(sandboxUrl, "faults");
    return items.some(({ held }) => held > 0);
  });
  await stack.killApp();
  await decided;
  await letMinutesPass(dataDir, 7);
  await countDecisions(dataDir, "tenant_alder");
  await controlAt(sandboxUrl, "faults", { service: "quo", clear: true });
  await controlAt(sandboxUrl, "faults", { service: "quo", status: 500 });
  await stack.startApp();
  await eventually(
    "a person is asked",
    async () => {
      await stack.tick();
      return (await stateOf(dana, approval.id)) === "needs_human";
    },
    60_000,
  );
  await controlAt(sandboxUrl, "faults", { service: "quo", clear: true });
  return approval.id;
}

/** A page to look at: its address, and what must be on it before it counts as shown. */
export interface ShownPage {
  readonly name: string;
  readonly path: string;
  /** Text that is there once the page has loaded. */
  readonly shows: RegExp;
}

/** Every page of the app, with what the world put on it. */
export function shownPages(
  { conversations: talks, approvals, called, account }: ShownWorld,
  runId: string,
): ShownPage[] {
  return [
    { name: "conversations", path: "/conversations", shows: /Maria/ },
    { name: "today", path: "/today", shows: /To approve/ },
    { name: "start-texts", path: "/start", shows: /Quo is connected/ },
    { name: "start-company", path: "/start?step=company", shows: /What does your company do/ },
    { name: "start-drafts", path: "/start?step=drafts", shows: /Approve your first draft/ },
    { name: "start-team", path: "/start?step=team", shows: /Invite someone/ },
    { name: "inbox", path: "/texts?view=all", shows: /Waiting|Answered/ },
    { name: "new-chat", path: "/conversations/new", shows: /What can I help with/ },
    {
      name: "new-chat-projects",
      path: "/conversations/new?about=the+project+Kitchen+renovation+(kitchen)",
      shows: /About the project Kitchen renovation/,
    },
    { name: "conversation-closed", path: `/conversations/${talks.closed}`, shows: /closed this chat/ },
    { name: "conversation-answer", path: `/conversations/${talks.answer}`, shows: /Lopez/ },
    { name: "conversation-question", path: `/conversations/${talks.question}`, shows: /Which Maria/ },
    { name: "conversation-waiting", path: `/conversations/${talks.waiting}`, shows: /water is off/ },
    { name: "conversation-decided", path: `/conversations/${talks.decided}`, shows: /Wrong content/ },
    { name: "conversation-failed", path: `/conversations/${talks.failed}`, shows: /failed/i },
    { name: "conversation-written", path: `/conversations/${talks.written}`, shows: /Late fee/ },
    { name: "conversation-texted", path: `/conversations/${talks.texted}`, shows: /Because/ },
    {
      name: "conversation-mailed",
      path: `/conversations/${talks.mailed}`,
      shows: /delivery-note[^]*Because/,
    },
    {
      name: "conversation-slack",
      path: `/conversations/${encodeURIComponent(talks.slacked)}`,
      shows: /Ridge Elevator[^]*machine room/,
    },
    {
      name: "email-thread",
      path: `/emails/${encodeURIComponent(talks.mailed)}`,
      shows: /Approve and send|answer in your own words/,
    },
    { name: "conversation-prompt", path: `/conversations/${talks.answer}/prompt`, shows: /token/i },
    { name: "approvals", path: "/approvals", shows: /waiting/i },
    { name: "approval-pending", path: `/approvals/${approvals.pending}`, shows: /Approve and send/ },
    { name: "approval-odd", path: `/approvals/${approvals.odd}`, shows: /anyway/ },
    { name: "approval-done", path: `/approvals/${approvals.done}`, shows: /Sent to/ },
    { name: "approval-rejected", path: `/approvals/${approvals.rejected}`, shows: /Wrong content/ },
    { name: "approval-stale", path: `/approvals/${approvals.stale}`, shows: /Out of date|out of date/ },
    { name: "approval-needs-human", path: `/approvals/${approvals.needsHuman}`, shows: /Please check/ },
    { name: "approval-email", path: `/approvals/${approvals.mailReply}`, shows: /Approve and send/ },
    { name: "activity", path: "/activity", shows: /Dana|Steward/ },
    { name: "run", path: `/activity/${runId}`, shows: /Lopez|token/i },
    { name: "workspace", path: "/workspace", shows: /areas/ },
    { name: "workspace-search", path: "/workspace?q=rossi", shows: /Sundays/ },
    { name: "workspace-file", path: "/workspace/areas/vendors.md", shows: /1,012 characters/ },
    { name: "workspace-history", path: "/workspace/areas/vendors.md?show=history", shows: /edited it/ },
    { name: "skills", path: "/skills", shows: /lead-qualification/ },
    { name: "schedules", path: "/schedules", shows: /Open repairs/ },
    { name: "search", path: "/search?q=boiler", shows: /boiler/ },
    { name: "contacts", path: "/contacts", shows: /Resident/ },
    { name: "contacts-import", path: "/contacts/import", shows: /Choose a file/ },
    { name: "contacts-found", path: "/contacts?q=maria", shows: /Lopez/ },
    { name: "contact", path: "/contacts/%2B14125550142", shows: /Maria Lopez/ },
    { name: "contact-erase", path: "/contacts/%2B14125550142/erase", shows: /What stays/ },
    { name: "erasure-unknown", path: "/erasures/none", shows: /erasure doesn.t exist/ },
    { name: "accounts", path: "/accounts", shows: /Little Oaks[^]*Quoted/ },
    { name: "account", path: `/accounts/${account}`, shows: /Their loss runs/ },
    { name: "accounts-ask", path: "/conversations/new?about=our+accounts", shows: /About our accounts/ },
    { name: "accounts-import", path: "/accounts/import", shows: /Choose a file/ },
    { name: "projects", path: "/projects", shows: /Kitchen renovation/ },
    { name: "project-import", path: "/projects/import", shows: /A CSV file/ },
    { name: "project-learned", path: "/projects/learned", shows: /Learning agent/ },
    { name: "project-board", path: `/projects/${SHOWN_PROJECT}`, shows: /Hang and finish drywall/ },
    { name: "project-list", path: `/projects/${SHOWN_PROJECT}/list`, shows: /Hang and finish drywall/ },
    { name: "project-timeline", path: `/projects/${SHOWN_PROJECT}/timeline`, shows: /later than agreed/ },
    { name: "project-documents", path: `/projects/${SHOWN_PROJECT}/documents`, shows: /No documents yet/ },
    { name: "project-goals", path: `/projects/${SHOWN_PROJECT}/goals`, shows: /No goals yet/ },
    { name: "project-forms", path: `/projects/${SHOWN_PROJECT}/forms`, shows: /No forms yet/ },
    {
      name: "project-automations",
      path: `/projects/${SHOWN_PROJECT}/automations`,
      shows: /No automations yet/,
    },
    { name: "project-agents", path: `/projects/${SHOWN_PROJECT}/agents`, shows: /Run now|Plan it/ },
    { name: "project-history", path: `/projects/${SHOWN_PROJECT}/history`, shows: /Dana Whitfield changed/ },
    { name: "project-settings", path: `/projects/${SHOWN_PROJECT}/settings`, shows: /Scope alert/ },
    { name: "task-sheet", path: `/projects/${SHOWN_PROJECT}?task=shown-panel`, shows: /Order the panel/ },
    { name: "task", path: "/tasks/shown-panel", shows: /Order the panel/ },
    { name: "task-unknown", path: "/tasks/none", shows: /Task not found/ },
    { name: "my-work", path: "/work", shows: /Electrical rough-in/ },
    { name: "directory", path: "/directory", shows: /Abigail Cardoso/ },
    { name: "directory-one", path: `/directory/${IRONSIDE}`, shows: /Ironside Plumbing/ },
    { name: "texts", path: "/texts/%2B14125550142", shows: /Maria Lopez|0142/ },
    { name: "calls", path: `/texts/${encodeURIComponent(called)}`, shows: /called/ },
    { name: "notifications", path: "/notifications", shows: /text/i },
    { name: "more", path: "/more", shows: /Dana/ },
    { name: "settings", path: "/settings", shows: /Billing/ },
    { name: "settings-company", path: "/settings/company", shows: /Time zone/ },
    { name: "settings-jobs", path: "/settings/jobs", shows: /Background jobs/ },
    { name: "settings-notifications", path: "/settings/notifications", shows: /Dana’s phone/ },
    { name: "settings-on-call", path: "/settings/on-call", shows: /hours/i },
    { name: "settings-routing", path: "/settings/routing", shows: /says “rent”/ },
    { name: "settings-connections", path: "/settings/connections", shows: /E-mail in Gmail/ },
    { name: "settings-tool-servers", path: "/settings/tool-servers", shows: /No servers yet/ },
    { name: "sources", path: "/sources", shows: /Add a source/ },
    { name: "source-unknown", path: "/sources/none", shows: /Source/ },
    { name: "knowledge-unknown", path: "/knowledge/none", shows: /no longer exists/ },
    { name: "help", path: "/help", shows: /All help pages/ },
    { name: "help-page", path: "/help/set-the-rules", shows: /Autonomy/ },
    { name: "settings-templates", path: "/settings/templates", shows: /Saved replies/ },
    { name: "settings-texts", path: "/settings/texts", shows: /Incoming texts/i },
    { name: "settings-email", path: "/settings/email", shows: /office@/ },
    { name: "settings-account-stages", path: "/settings/account-stages", shows: /Add a stage/ },
    { name: "settings-upkeep", path: "/settings/upkeep", shows: /Every day at/ },
    { name: "settings-mirror", path: "/settings/mirror", shows: /alderfinch\/knowledge/ },
    { name: "settings-house-rules", path: "/settings/house-rules", shows: /We never promise times/ },
    { name: "settings-policy", path: "/settings/policy", shows: /In force since/ },
    { name: "operator", path: "/operator", shows: /Waiting/ },
    { name: "settings-agents", path: "/settings/agents", shows: /Summarizer/ },
    { name: "settings-agent", path: "/settings/agents/steward", shows: /instructions/i },
    { name: "settings-figures", path: "/settings/figures", shows: /Measured every hour/ },
    { name: "settings-evaluation", path: "/settings/evaluation", shows: /A case is right when/ },
    { name: "settings-examples", path: "/settings/examples", shows: /kept by Dana/ },
    { name: "settings-usage", path: "/settings/usage", shows: /Budget/ },
    { name: "settings-team", path: "/settings/team", shows: /Marcus/ },
    { name: "settings-audit", path: "/settings/audit", shows: /Dana/ },
    { name: "settings-kept", path: "/settings/kept", shows: /Every night/ },
    { name: "delete-team", path: "/delete-team", shows: /What goes/ },
    { name: "settings-sessions", path: "/settings/sessions", shows: /signed in/ },
    { name: "settings-access", path: "/settings/access", shows: /Access tokens/ },
    { name: "settings-tools", path: "/settings/tools", shows: /load_skill/ },
    { name: "settings-prompts", path: "/settings/prompts", shows: /Prompt/ },
    { name: "settings-hooks", path: "/settings/hooks", shows: /Hook log/ },
    { name: "settings-search-index", path: "/settings/search-index", shows: /rebuil/i },
    { name: "authorize", path: "/authorize", shows: /couldn.t connect this app/ },
    { name: "not-found", path: "/conversations/x/y/z", shows: /nothing here/i },
  ];
}

/** The pages that work without sign-in, and what is on them. */
export const ENTRY_PAGES = [
  ["/sign-in", /work address/],
  ["/sign-in?over=true", /signed out/],
  ["/signed-in", /couldn.t sign you in/],
  ["/stranger", /not on a team/],
  ["/join", /doesn.t work anymore/],
  ["/new-team", /What do you run/],
  ["/team-deleted", /team was deleted/],
] as const;
