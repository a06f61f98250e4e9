/** What the clock hands out, kind by kind, and what is done for it. A new kind is one line here and one in `src/clock/kinds.ts`. */
import type { Task, WorkName, WorkResult } from "../clock/index.ts";
import { judgeUrgency } from "../inbox/index.ts";
import { mirrorChanges } from "../mirror/index.ts";
import { advanceDueNotifications } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { fileAccounts } from "./account-files.ts";
import { readAccountSources } from "./account-readings.ts";
import { learnStyle, reconcileApprovals, workOnEarned } from "./approval-work.ts";
import { syncContacts } from "./contacts.ts";
import { dispatchMails, dispatchSlack, dispatchTexts, dispatchUrgentTexts } from "./dispatch.ts";
import { leaseSchedules, workOnSlots } from "./jobs.ts";
import { ensureJobs } from "./ensure-jobs.ts";
import { eraseContacts } from "./erasure.ts";
import { judgeDeps } from "./judge-urgency.ts";
import { pollMail } from "./mail.ts";
import { syncKnowledge, workOnWhatWasTold } from "./knowledge.ts";
import { summarizeKnowledge, summarizeWatched } from "./mail-summaries.ts";
import { mirrorWorld } from "./mirror.ts";
import { ringDeps } from "./on-call.ts";
import { runProjectAgents } from "./project-agents.ts";
import { advanceCalls, continueBackfills, lookUpArrivals } from "./phone-past.ts";
import { consume } from "./consume.ts";
import { moveTenant } from "./move-tenant.ts";
import { wakeThreads } from "./threads.ts";
import { exportTraces } from "./traces.ts";

type Works = Readonly<Record<WorkName, (env: Env, task: Task) => Promise<WorkResult>>>;

/** The work of each kind for one tenant. */
export const WORKS: Works = {
  "inbox.sweep": dispatchTexts,
  "mail.sweep": dispatchMails,
  "slack.sweep": dispatchSlack,
  "mail.poll": pollMail,
  "inbox.judge": (env, task) => judgeUrgency(judgeDeps(env, task.tenantId), task),
  "notifications.ring": (env, task) => advanceDueNotifications(ringDeps(env, task.tenantId), task.untilMs),
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
  "events.consume": (env, task) => consume(env, task.tenantId, task.untilMs),
  "mirror.sync": (env, task) => mirrorChanges(mirrorWorld(env, task.tenantId)),
  "traces.export": exportTraces,
  "tenants.move": moveTenant,
  "jobs.ensure": ensureJobs,
};

/** The same where it came by the queue of what cannot wait. */
export const URGENT_WORKS: Works = { ...WORKS, "inbox.sweep": dispatchUrgentTexts };
