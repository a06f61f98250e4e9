/**
 * Every page of the app, one line each: its address, its folder, and how menus show it. Router, rail, bottom bar, More, settings, palette and keys
 * are all made from this table, in its order.
 */
import {
  AddressBookIcon,
  BellIcon,
  BooksIcon,
  BriefcaseIcon,
  ChatCircleIcon,
  ChatTeardropTextIcon,
  ClockIcon,
  FolderIcon,
  CheckSquareIcon,
  GearIcon,
  KanbanIcon,
  MagnifyingGlassIcon,
  PulseIcon,
  SealCheckIcon,
  UsersThreeIcon,
} from "./components/icons.ts";
import { accountParams } from "./accounts/account-params.ts";
import { explorerParams } from "./accounts/explorer/explorer-params.ts";
import { contactParams } from "./messaging/contacts/contact-params.ts";
import { entityParams } from "./knowledge/entities/entity-params.ts";
import { talkWith } from "./agent/conversation/talk-with.ts";
import { soughtMessage } from "./agent/conversation/sought-message.ts";
import { searchParams } from "./knowledge/search/search-params.ts";
import { figuresParams } from "./agent/agents/figures-params.ts";
import { consentParams } from "./integrations/settings/consent-params.ts";
import { inboxParams, threadParams } from "./messaging/texts/text-params.ts";
import { workspaceSearch } from "./workspace/search-params.ts";
import { projectsParams, taskParams } from "./projects/project-params.ts";
import { place, placeIn } from "./place.ts";

// Pages that others open within.
// oxfmt-ignore
const approvals = place("/approvals", () => import("./approvals/approvals-page.tsx"), { label: "Approvals", group: "work", icon: SealCheckIcon, key: "a", badge: "waiting", bar: true, about: "What Steward wants to send", words: "decide drafts waiting" });
// oxfmt-ignore
const conversations = place("/conversations", () => import("./agent/conversations/conversations-page.tsx"), { label: "Conversations", group: "work", icon: ChatCircleIcon, key: "c", badge: "unread", bar: true, about: "Chats, texts, and e-mails", words: "inbox chats messages" });
// oxfmt-ignore
const texts = place("/texts", () => import("./messaging/texts/texts-page.tsx"), { label: "Texts", group: "work", icon: ChatTeardropTextIcon, key: "t", badge: "texts", about: "Your team’s text inbox", words: "sms inbox messages threads unanswered snoozed assigned" }, inboxParams);
// oxfmt-ignore
const workspace = place("/workspace", () => import("./workspace/workspace-page.tsx"), { label: "Workspace", group: "knowledge", icon: FolderIcon, key: "w", about: "What your team and Steward know, as files", words: "memory notes folders" }, workspaceSearch);
// oxfmt-ignore
const project = place("/projects/$id", () => import("./projects/project-page.tsx"), null, taskParams);
// oxfmt-ignore
const settings = place("/settings", () => import("./components/settings/settings-page.tsx"), { label: "Settings", group: "foot", icon: GearIcon, key: "s", about: "You, your team, channels, and automation", words: "preferences options" });

// oxfmt-ignore
export const PLACES = [
  approvals,
  placeIn(approvals, "/$id", null),

  conversations,
  placeIn(conversations, "/", () => import("./agent/conversations/nothing-open.tsx")),
  placeIn(conversations, "/new", () => import("./agent/conversation/new-conversation.tsx"), null, talkWith),
  placeIn(conversations, "/$id", () => import("./agent/conversation/conversation-page.tsx"), null, soughtMessage),
  placeIn(conversations, "/$id/prompt", () => import("./agent/prompt/prompt-page.tsx")),

  texts,
  placeIn(texts, "/", () => import("./messaging/texts/nothing-open.tsx")),
  placeIn(texts, "/$number", () => import("./messaging/texts/thread-page.tsx"), null, threadParams),

  place("/contacts", () => import("./messaging/contacts/contacts-page.tsx"), { label: "Contacts", group: "work", icon: AddressBookIcon, key: "p", about: "People and companies you’re in touch with", words: "people phone book residents" }, contactParams),
  place("/contacts/$id", () => import("./messaging/contacts/person-page.tsx")),
  place("/contacts/$id/erase", () => import("./team/erasures/erase-page.tsx")),
  place("/erasures/$id", () => import("./team/erasures/erasure-page.tsx")),

  place("/accounts", () => import("./accounts/accounts-page.tsx"), { label: "Accounts", group: "work", icon: BriefcaseIcon, key: "o", about: "Every customer, its stage, and its history", words: "customers clients stage pipeline policies insurance" }, accountParams),
  place("/accounts/explore", () => import("./accounts/explorer/explorer-page.tsx"), null, explorerParams),
  place("/accounts/import", () => import("./accounts/import-page.tsx")),
  place("/accounts/$id", () => import("./accounts/account-page.tsx")),

  place("/projects", () => import("./projects/projects-page.tsx"), { label: "Projects", group: "work", icon: KanbanIcon, key: "j", about: "Work with more than one step: boards, lists, timelines", words: "tasks board kanban gantt timeline renovation turnover goals forms" }, projectsParams),
  place("/projects/import", () => import("./projects/import-page.tsx")),
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
  place("/tasks/$id", () => import("./projects/task-page.tsx")),
  place("/work", () => import("./projects/my-work-page.tsx"), { label: "My work", group: "work", icon: CheckSquareIcon, key: "m", about: "Your open tasks, in every project", words: "tasks todo assigned due overdue mine" }, taskParams),

  place("/search", () => import("./knowledge/search/search-page.tsx"), { label: "Search", group: "knowledge", icon: MagnifyingGlassIcon, key: "f", about: "Texts, calls, e-mails, files, and conversations", words: "find anything" }, searchParams),
  place("/directory", () => import("./knowledge/entities/entities-page.tsx"), { label: "Directory", group: "knowledge", icon: UsersThreeIcon, about: "People, companies, properties, projects, and topics", words: "entities people companies properties projects topics merge duplicates" }, entityParams),
  place("/directory/$id", () => import("./knowledge/entities/entity-page.tsx")),
  workspace,
  placeIn(workspace, "/$", null),
  place("/skills", () => import("./workspace/skills/skills-page.tsx"), { label: "Skills", group: "knowledge", icon: BooksIcon, key: "k", about: "How Steward does certain kinds of work", words: "how to instructions" }),

  place("/schedules", () => import("./agent/schedules/schedules-page.tsx"), { label: "Schedules", group: "record", icon: ClockIcon, key: "d", about: "Reminders and recurring work", words: "every week cron background jobs" }),
  place("/activity", () => import("./agent/activity/activity-page.tsx"), { label: "Activity", group: "record", icon: PulseIcon, key: "v", bar: true, about: "What Steward did, step by step", words: "runs traces history" }),
  place("/activity/$id", () => import("./agent/activity/run-page.tsx")),
  place("/notifications", () => import("./notifications/notifications-page.tsx"), { label: "Notifications", group: "record", icon: BellIcon, key: "b", badge: "news", about: "What Steward told your team", words: "bell alerts" }),

  place("/knowledge/$id", () => import("./knowledge/item-page.tsx")),
  place("/operator", () => import("./team/operator/operator-page.tsx")),
  place("/help", () => import("./components/help/help-page.tsx")),
  place("/help/$page", () => import("./components/help/help-page.tsx")),
  place("/more", () => import("./components/shell/more-page.tsx")),

  settings,
  placeIn(settings, "/notifications", () => import("./notifications/settings/notifications.tsx"), { label: "Devices", group: "you", about: "Phones and browsers that get notifications", words: "push notifications phone install app" }),
  placeIn(settings, "/sessions", () => import("./team/settings/sessions.tsx"), { label: "Sessions", group: "you", about: "Where you’re signed in", words: "sign out devices" }),
  placeIn(settings, "/access", () => import("./mcp/settings/access.tsx"), { label: "Connected apps", group: "you", about: "Other agents that work with your records as you", words: "mcp tokens api claude chatgpt oauth agents access" }),
  placeIn(settings, "/team", () => import("./team/settings/team.tsx"), { label: "Members", group: "team", about: "Who’s here, and who can change settings", words: "team people admin role" }),
  placeIn(settings, "/on-call", () => import("./notifications/settings/on-call.tsx"), { label: "On call", group: "team", about: "Who gets urgent news, and quiet hours", words: "escalation urgent staff night quiet hours" }),
  placeIn(settings, "/routing", () => import("./notifications/settings/routing.tsx"), { label: "Notification rules", group: "team", about: "Who is notified about what", words: "routing assign topic property notify" }),
  placeIn(settings, "/policy", () => import("./approvals/settings/policy.tsx"), { label: "Policy", group: "team", about: "What Steward may do, and what it asks first", words: "rules autonomy budget limits quiet hours contacts" }),
  placeIn(settings, "/usage", () => import("./team/settings/usage.tsx"), { label: "Usage", group: "team", about: "What Steward costs, day by day", words: "cost money budget tokens" }),
  placeIn(settings, "/audit", () => import("./team/settings/audit.tsx"), { label: "Audit log", group: "team", about: "Who decided and changed what", words: "who did what history" }),
  placeIn(settings, "/kept", () => import("./team/settings/kept.tsx"), { label: "Data retention", group: "team", about: "How long things are kept", words: "retention delete days history archive" }),
  placeIn(settings, "/connections", () => import("./integrations/settings/connections.tsx"), { label: "Connections", group: "channels", about: "Accounts Steward works with", words: "quo google github api key oauth sign in integrations connect" }, consentParams),
  placeIn(settings, "/tool-servers", () => import("./mcp/settings/tool-servers.tsx"), { label: "Tool servers", group: "channels", about: "Tools of other systems, over MCP", words: "mcp other tools servers external integrations" }),
  placeIn(settings, "/sources", () => import("./knowledge/settings/sources.tsx"), { label: "Sources", group: "channels", about: "Documents, calendars, and tasks that search finds", words: "knowledge drive docs calendar clickup jira sync index" }),
  placeIn(settings, "/sources/$id", () => import("./knowledge/settings/source.tsx")),
  placeIn(settings, "/texts", () => import("./messaging/settings/texts.tsx"), { label: "Texts", group: "channels", about: "Phone lines, past texts, and calls", words: "phone sms backfill import lines" }),
  placeIn(settings, "/templates", () => import("./messaging/settings/templates.tsx"), { label: "Saved replies", group: "channels", about: "Replies to texts your team writes often", words: "templates snippets canned" }),
  placeIn(settings, "/email", () => import("./messaging/settings/email.tsx"), { label: "E-mail", group: "channels", about: "Watched mailboxes and calendars", words: "gmail mailbox calendar" }),
  placeIn(settings, "/agents", () => import("./agent/agents/agents.tsx"), { label: "Agents", group: "automation", about: "Instructions for each agent", words: "instructions model" }),
  placeIn(settings, "/agents/$name", () => import("./agent/agents/agent.tsx")),
  placeIn(settings, "/figures", () => import("./agent/agents/figures.tsx"), { label: "Agent performance", group: "automation", about: "Time, cost, failures, and what people accept", words: "metrics figures latency cost failures acceptance confidence denials performance" }, figuresParams),
  placeIn(settings, "/evaluation", () => import("./agent/agents/evaluation.tsx"), { label: "Evaluation", group: "automation", about: "Agent accuracy on test sets over time", words: "eval evaluation golden sets accuracy quality regression model prompt version" }),
  placeIn(settings, "/examples", () => import("./workspace/settings/examples.tsx"), { label: "Examples", group: "automation", about: "Drafts your team edited or rejected, to learn from", words: "examples edits rejections style rules evaluation cases anonymized" }),
  placeIn(settings, "/account-stages", () => import("./accounts/settings/account-stages.tsx"), { label: "Account stages", group: "automation", about: "Your pipeline, and when Steward follows up", words: "accounts stage pipeline follow-up days channels morning drafts" }),
  placeIn(settings, "/upkeep", () => import("./workspace/settings/upkeep.tsx"), { label: "Memory upkeep", group: "automation", about: "Turns daily notes into lasting memory", words: "daily notes areas curator" }),
  placeIn(settings, "/mirror", () => import("./workspace/settings/mirror.tsx"), { label: "GitHub sync", group: "automation", about: "A copy of your workspace on GitHub", words: "mirror repository token commit git" }),
  placeIn(settings, "/tools", () => import("./agent/settings/tools.tsx"), { label: "Tools", group: "developer", about: "Every tool, its id, and what it may touch", words: "tool ids effects egress" }),
  placeIn(settings, "/prompts", () => import("./agent/prompt/prompts.tsx"), { label: "Prompts", group: "developer", about: "The exact prompt of each conversation", words: "model tokens cache" }),
  placeIn(settings, "/hooks", () => import("./agent/settings/hooks.tsx"), { label: "Hook log", group: "developer", about: "Which checks let a call pass, and why", words: "hooks policy decisions gate trace" }),
  placeIn(settings, "/search-index", () => import("./knowledge/settings/search-index.tsx"), { label: "Search index", group: "developer", about: "What search covers, and a rebuild", words: "rebuild reindex" }),
] as const;
