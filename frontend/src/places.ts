/**
 * Every page of the app, one line each: its address, its folder, and how menus show it; before them the doors behind which they are. Router, rail,
 * tabs, bottom bar, More, settings, palette and keys are all made from this table, in its order.
 */
import {
  BooksIcon,
  BriefcaseIcon,
  ChatCircleIcon,
  GearIcon,
  SunHorizonIcon,
  TrayIcon,
  UsersThreeIcon,
} from "./components/icons.ts";
import { accountParams } from "./accounts/account-params.ts";
import { contactParams } from "./messaging/contacts/contact-params.ts";
import { entityParams } from "./knowledge/entities/entity-params.ts";
import { talkWith } from "./agent/conversation/talk-with.ts";
import { soughtMessage } from "./agent/conversation/sought-message.ts";
import { searchParams } from "./knowledge/search/search-params.ts";
import { figuresParams } from "./agent/agents/figures-params.ts";
import { consentParams } from "./integrations/settings/consent-params.ts";
import { inboxParams } from "./messaging/inbox/inbox-params.ts";
import { threadParams } from "./messaging/texts/text-params.ts";
import { workspaceSearch } from "./workspace/search-params.ts";
import { projectsParams, taskParams } from "./projects/project-params.ts";
import { policyParams } from "./approvals/settings/policy-params.ts";
import { startParams } from "./team/start/start-params.ts";
import type { Door } from "./menu.ts";
import { place, placeIn } from "./place.ts";

/** The doors of the rail, from top to bottom. Each opens the first of its pages below. */
// oxfmt-ignore
export const DOORS: readonly Door[] = [
  { group: "today", label: "Today", icon: SunHorizonIcon, bar: true },
  { group: "inbox", label: "Inbox", icon: TrayIcon, bar: true },
  { group: "ask", label: "Ask", icon: ChatCircleIcon, bar: true },
  { group: "people", label: "People", icon: UsersThreeIcon },
  { group: "work", label: "Work", icon: BriefcaseIcon, bar: true },
  { group: "knowledge", label: "Knowledge", icon: BooksIcon },
  { group: "settings", label: "Settings", icon: GearIcon, foot: true },
];

// Pages that others open within.
// oxfmt-ignore
const approvals = place("/approvals", () => import("./approvals/approvals-page.tsx"), { label: "Approvals", group: "today", key: "a", badge: "waiting", about: "What Steward wants to send", words: "decide drafts waiting" });
// oxfmt-ignore
const conversations = place("/conversations", () => import("./agent/conversations/conversations-page.tsx"), { label: "Conversations", group: "ask", key: "c", badge: "chats", about: "Your team’s chats with Steward", words: "ask messages history" });
// oxfmt-ignore
const texts = place("/texts", () => import("./messaging/inbox/inbox-page.tsx"), { label: "Inbox", group: "inbox", key: "i", badge: "inbox", about: "Texts, calls, and e-mails from people outside your team", words: "texts sms messages calls missed phone e-mails email gmail outlook threads unanswered snoozed assigned" }, inboxParams);
// oxfmt-ignore
const emails = place("/emails", () => import("./messaging/inbox/inbox-page.tsx"), "inbox", inboxParams);
// oxfmt-ignore
const workspace = place("/workspace", () => import("./workspace/workspace-page.tsx"), { label: "Workspace", group: "knowledge", key: "w", about: "What your team and Steward know, as files", words: "memory notes folders" }, workspaceSearch);
// oxfmt-ignore
const project = place("/projects/$id", () => import("./projects/project-page.tsx"), null, taskParams);
// oxfmt-ignore
const settings = place("/settings", () => import("./components/settings/settings-page.tsx"), { label: "Settings", group: "settings", key: "s", about: "Your company, people, channels, and what Steward may do", words: "preferences options" });

// oxfmt-ignore
export const PLACES = [
  place("/today", () => import("./today/today-page.tsx"), { label: "Today", group: "today", key: "t", badge: "questions", about: "What needs you now", words: "home start overview due morning" }, taskParams),
  place("/start", () => import("./team/start/start-page.tsx"), "today", startParams),
  approvals,
  placeIn(approvals, "/$id", null),
  place("/schedules", () => import("./agent/schedules/schedules-page.tsx"), { label: "Schedules", group: "today", key: "d", about: "Reminders and recurring work", words: "every week cron background jobs" }),
  place("/activity", () => import("./agent/activity/activity-page.tsx"), { label: "Activity", group: "today", key: "v", about: "What Steward did, step by step", words: "runs traces history" }),
  place("/activity/$id", () => import("./agent/activity/run-page.tsx")),
  place("/notifications", () => import("./notifications/notifications-page.tsx"), { label: "Notifications", group: "today", key: "b", badge: "news", about: "What Steward told your team", words: "bell alerts" }),

  conversations,
  placeIn(conversations, "/new", () => import("./agent/conversation/new-conversation.tsx"), null, talkWith),
  placeIn(conversations, "/$id", () => import("./agent/conversation/conversation-page.tsx"), null, soughtMessage),
  placeIn(conversations, "/$id/prompt", () => import("./agent/prompt/prompt-page.tsx")),

  texts,
  placeIn(texts, "/", () => import("./messaging/inbox/nothing-open.tsx")),
  placeIn(texts, "/$number", () => import("./messaging/texts/thread-page.tsx"), null, threadParams),

  emails,
  placeIn(emails, "/", () => import("./messaging/inbox/nothing-open.tsx")),
  placeIn(emails, "/$id", () => import("./messaging/inbox/email-thread-page.tsx"), null, soughtMessage),

  place("/contacts", () => import("./messaging/contacts/contacts-page.tsx"), { label: "Contacts", group: "people", key: "p", about: "People and companies you’re in touch with", words: "phone book residents" }, contactParams),
  place("/contacts/import", () => import("./messaging/contacts/import-page.tsx")),
  place("/directory", () => import("./knowledge/entities/entities-page.tsx"), { label: "Directory", group: "people", about: "People, companies, properties, projects, and topics", words: "entities merge duplicates" }, entityParams),
  place("/directory/$id", () => import("./knowledge/entities/entity-page.tsx")),
  place("/contacts/$id", () => import("./messaging/contacts/person-page.tsx")),
  place("/contacts/$id/erase", () => import("./team/erasures/erase-page.tsx")),
  place("/erasures/$id", () => import("./team/erasures/erasure-page.tsx"), "people"),
  place("/delete-team", () => import("./team/erasures/delete-team-page.tsx"), "settings"),

  place("/projects", () => import("./projects/projects-page.tsx"), { label: "Projects", group: "work", key: "j", about: "Work with more than one step: boards, lists, timelines", words: "tasks kanban gantt renovation turnover goals forms" }, projectsParams),
  place("/projects/import", () => import("./projects/import-page.tsx")),
  place("/projects/learned", () => import("./projects/learned-page.tsx")),
  project,
  placeIn(project, "/", () => import("./projects/project-board.tsx")),
  placeIn(project, "/list", () => import("./projects/project-list.tsx")),
  placeIn(project, "/timeline", () => import("./projects/project-timeline.tsx")),
  placeIn(project, "/documents", () => import("./projects/project-documents.tsx")),
  placeIn(project, "/goals", () => import("./projects/project-goals.tsx")),
  placeIn(project, "/forms", () => import("./projects/project-forms.tsx")),
  placeIn(project, "/automations", () => import("./projects/project-automations.tsx")),
  placeIn(project, "/agents", () => import("./projects/project-agents.tsx")),
  placeIn(project, "/history", () => import("./projects/project-history.tsx")),
  placeIn(project, "/settings", () => import("./projects/project-settings.tsx")),
  place("/tasks/$id", () => import("./projects/task-page.tsx"), "work"),
  place("/work", () => import("./projects/my-work-page.tsx"), { label: "My work", group: "work", key: "m", about: "Your open tasks, in every project", words: "todo assigned due overdue mine" }, taskParams),
  place("/accounts", () => import("./accounts/accounts-page.tsx"), { label: "Accounts", group: "work", key: "o", about: "Every customer, its stage, and its history", words: "customers clients pipeline policies insurance" }, accountParams),
  place("/accounts/import", () => import("./accounts/import-page.tsx")),
  place("/accounts/$id", () => import("./accounts/account-page.tsx")),

  place("/search", () => import("./knowledge/search/search-page.tsx"), { label: "Search", group: "knowledge", key: "f", about: "Texts, calls, e-mails, files, and conversations", words: "find anything" }, searchParams),
  workspace,
  placeIn(workspace, "/$", null),
  place("/skills", () => import("./workspace/skills/skills-page.tsx"), { label: "Skills", group: "knowledge", key: "k", about: "How Steward does certain kinds of work", words: "to instructions" }),
  place("/sources", () => import("./knowledge/sources/sources-page.tsx"), { label: "Sources", group: "knowledge", about: "Documents, calendars, and tasks that search finds", words: "knowledge drive docs clickup jira sync index" }),
  place("/sources/$id", () => import("./knowledge/sources/source-page.tsx")),

  place("/knowledge/$id", () => import("./knowledge/item-page.tsx"), "knowledge"),
  place("/operator", () => import("./team/operator/operator-page.tsx")),
  place("/help", () => import("./components/help/help-page.tsx")),
  place("/help/$page", () => import("./components/help/help-page.tsx")),
  place("/more", () => import("./components/shell/more-page.tsx")),

  settings,
  placeIn(settings, "/company", () => import("./team/settings/company.tsx"), { label: "Your company", group: "company", about: "What Steward knows about you, and your time zone", words: "name business profile areas onboarding" }),
  placeIn(settings, "/account-stages", () => import("./accounts/settings/account-stages.tsx"), { label: "Account stages", group: "company", about: "Your pipeline, your own fields, and when Steward follows up", words: "accounts fields renewal premium follow-up days channels morning drafts" }),
  placeIn(settings, "/team", () => import("./team/settings/team.tsx"), { label: "Members", group: "team", about: "Who’s here, and who can change settings", words: "team people admin role" }),
  placeIn(settings, "/on-call", () => import("./notifications/settings/on-call.tsx"), { label: "On call", group: "team", about: "Who gets urgent news, and quiet hours", words: "escalation staff night" }),
  placeIn(settings, "/routing", () => import("./notifications/settings/routing.tsx"), { label: "Notification rules", group: "team", about: "Who is notified about what", words: "routing assign topic property notify" }),
  placeIn(settings, "/notifications", () => import("./notifications/settings/notifications.tsx"), { label: "Devices", group: "team", about: "Phones and browsers that get notifications", words: "push install app" }),
  placeIn(settings, "/sessions", () => import("./team/settings/sessions.tsx"), { label: "Sessions", group: "team", about: "Where you’re signed in", words: "out devices" }),
  placeIn(settings, "/connections", () => import("./integrations/settings/connections.tsx"), { label: "Connections", group: "channels", about: "Accounts Steward works with", words: "quo google gmail microsoft outlook github api key oauth sign in integrations" }, consentParams),
  placeIn(settings, "/texts", () => import("./messaging/settings/texts.tsx"), { label: "Texts", group: "channels", about: "Phone lines, past texts, and calls", words: "sms backfill import" }),
  placeIn(settings, "/email", () => import("./messaging/settings/email.tsx"), { label: "E-mail", group: "channels", about: "Watched mailboxes and calendars", words: "gmail outlook" }),
  placeIn(settings, "/templates", () => import("./messaging/settings/templates.tsx"), { label: "Saved replies", group: "channels", about: "Replies to texts your team writes often", words: "templates snippets canned" }),
  placeIn(settings, "/policy", () => import("./approvals/settings/policy.tsx"), { label: "Policy", group: "rules", about: "What Steward does alone, and what it asks first", words: "rules autonomy budget limits quiet hours contacts stop asking permission approval tasks texts" }, policyParams),
  placeIn(settings, "/house-rules", () => import("./approvals/settings/house-rules.tsx"), { label: "House rules", group: "rules", about: "What your team decided for every draft, and what it caught", words: "never always promise owner approve sentences binding" }),
  placeIn(settings, "/agents", () => import("./agent/agents/agents.tsx"), { label: "Agents", group: "memory", about: "How Steward and each agent should work", words: "instructions model" }),
  placeIn(settings, "/agents/$name", () => import("./agent/agents/agent.tsx")),
  placeIn(settings, "/examples", () => import("./workspace/settings/examples.tsx"), { label: "Examples", group: "memory", about: "Drafts your team edited or rejected, to learn from", words: "edits rejections style rules evaluation cases anonymized" }),
  placeIn(settings, "/upkeep", () => import("./workspace/settings/upkeep.tsx"), { label: "Memory upkeep", group: "memory", about: "Turns daily notes into lasting memory", words: "areas curator" }),
  placeIn(settings, "/mirror", () => import("./workspace/settings/mirror.tsx"), { label: "GitHub sync", group: "memory", about: "A copy of your workspace on GitHub", words: "mirror repository token commit" }),
  placeIn(settings, "/usage", () => import("./team/settings/usage.tsx"), { label: "Usage", group: "billing", about: "What Steward costs, day by day", words: "money budget tokens" }),
  placeIn(settings, "/audit", () => import("./team/settings/audit.tsx"), { label: "Audit log", group: "billing", about: "Who decided and changed what", words: "did history" }),
  placeIn(settings, "/kept", () => import("./team/settings/kept.tsx"), { label: "Your data", group: "billing", about: "Download everything, and how long things are kept", words: "export takeout zip csv delete days history archive retention" }),
  placeIn(settings, "/access", () => import("./mcp/settings/access.tsx"), { label: "Apps and tokens", group: "developer", about: "Other agents and scripts that work as you", words: "mcp tokens api claude chatgpt oauth access" }),
  placeIn(settings, "/tool-servers", () => import("./mcp/settings/tool-servers.tsx"), { label: "Tool servers", group: "developer", about: "Tools of other systems, over MCP", words: "external integrations" }),
  placeIn(settings, "/figures", () => import("./agent/agents/figures.tsx"), { label: "Agent performance", group: "developer", about: "Time, cost, failures, and what people accept", words: "metrics figures latency acceptance confidence denials" }, figuresParams),
  placeIn(settings, "/evaluation", () => import("./agent/agents/evaluation.tsx"), { label: "Evaluation", group: "developer", about: "Agent accuracy on test sets over time", words: "golden quality regression model prompt version" }),
  placeIn(settings, "/tools", () => import("./agent/settings/tools.tsx"), { label: "Tools", group: "developer", about: "Every tool, its id, and what it may touch", words: "ids effects egress" }),
  placeIn(settings, "/prompts", () => import("./agent/prompt/prompts.tsx"), { label: "Prompts", group: "developer", about: "The exact prompt of each conversation", words: "model tokens cache" }),
  placeIn(settings, "/hooks", () => import("./agent/settings/hooks.tsx"), { label: "Hook log", group: "developer", about: "Which checks let a call pass, and why", words: "hooks policy decisions gate trace" }),
  placeIn(settings, "/search-index", () => import("./knowledge/settings/search-index.tsx"), { label: "Search index", group: "developer", about: "What search covers, and a rebuild", words: "reindex" }),
  placeIn(settings, "/jobs", () => import("./agent/settings/jobs.tsx"), { label: "Background jobs", group: "developer", about: "What Steward runs on its own, and when", words: "cron engine system schedules" }),
] as const;
