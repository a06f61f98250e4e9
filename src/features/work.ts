/** What the clock hands out, kind by kind, and what is done for it. A new kind is one line here and an entry of its feature's `work.ts`. */
import type { Task, WorkName, WorkResult } from "../platform/work/index.ts";
import { judgeUrgency } from "../messaging/inbox/index.ts";
import { mirrorChanges } from "../workspace/mirror/index.ts";
import { advanceDueNotifications } from "../notifications/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { fileAccounts } from "../accounts/wiring/account-files.ts";
import { readAccountSources } from "../accounts/wiring/account-readings.ts";
import { learnStyle, reconcileApprovals, workOnEarned } from "../approvals/wiring/approval-work.ts";
import { syncContacts } from "../messaging/contacts/open-sync.ts";
import {
  dispatchMails,
  dispatchSlack,
  dispatchTexts,
  dispatchUrgentTexts,
} from "../messaging/wiring/dispatch.ts";
import { leaseSchedules, workOnSlots } from "./jobs.ts";
import { ensureJobs } from "../team/wiring/ensure-jobs.ts";
import { eraseContacts } from "../team/erasure/open.ts";
import { judgeDeps } from "../messaging/wiring/judge-urgency.ts";
import { pollMail } from "../messaging/open-mail.ts";
import { syncKnowledge, workOnWhatWasTold } from "../knowledge/sources/open.ts";
import { summarizeKnowledge, summarizeWatched } from "../messaging/wiring/mail-summaries.ts";
import { mirrorWorld } from "../workspace/mirror/open.ts";
import { ringDeps } from "../notifications/open-on-call.ts";
import { runProjectAgents } from "../projects/wiring/project-agents.ts";
import { advanceCalls, continueBackfills, lookUpArrivals } from "../messaging/wiring/phone-past.ts";
import { consume } from "./consumers.ts";
import { moveTenant } from "../team/wiring/move-tenant.ts";
import { wakeThreads } from "../messaging/threads/open.ts";
import { exportTraces } from "../team/wiring/traces.ts";
import "./work-kinds.ts";

type Works = Readonly<Record<WorkName, (ctx: TenantContext, task: Task) => Promise<WorkResult>>>;

/** The work of each kind for one tenant. */
export const WORKS: Works = {
  "inbox.sweep": dispatchTexts,
  "mail.sweep": dispatchMails,
  "slack.sweep": dispatchSlack,
  "mail.poll": pollMail,
  "inbox.judge": (ctx, task) => judgeUrgency(judgeDeps(ctx), task),
  "notifications.ring": (ctx, task) => advanceDueNotifications(ringDeps(ctx), task.untilMs),
  "approvals.reconcile": reconcileApprovals,
  "approvals.earned": workOnEarned,
  "examples.learn": learnStyle,
  "schedules.lease": leaseSchedules,
  "schedules.remind": workOnSlots,
  "schedules.slot": workOnSlots,
  "schedules.job": workOnSlots,
  "texts.calls": advanceCalls,
  "texts.arrivals": lookUpArrivals,
  "texts.backfill": continueBackfills,
  "knowledge.sync": syncKnowledge,
  "knowledge.summarize": summarizeKnowledge,
  "mail.summarize": summarizeWatched,
  "knowledge.told": workOnWhatWasTold,
  "accounts.file": fileAccounts,
  "projects.agents": runProjectAgents,
  "accounts.read": readAccountSources,
  "threads.wake": wakeThreads,
  "contacts.sync": syncContacts,
  "contacts.erase": eraseContacts,
  "events.consume": (ctx, task) => consume(ctx, task.untilMs),
  "mirror.sync": (ctx) => mirrorChanges(mirrorWorld(ctx)),
  "traces.export": exportTraces,
  "tenants.move": moveTenant,
  "jobs.ensure": ensureJobs,
};

/** The same where it came by the queue of what cannot wait. */
export const URGENT_WORKS: Works = { ...WORKS, "inbox.sweep": dispatchUrgentTexts };
