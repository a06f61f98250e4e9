/** Who is signed in, sessions, policy, usage, audit, agents: the endpoints around the conversation. */
import * as z from "zod";
import {
  DEFAULT_MORNING_DRAFTS,
  DEFAULT_STAGES,
  morningDraftsSchema,
  stageRulesSchema,
} from "../../accounts/api/account-stages.ts";
import { E164_PATTERN } from "../../kernel/e164.ts";
import { missingVendorSchema } from "../../agent/api/agent.ts";
import { okSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { DEFAULT_EARNED, earnedSettingSchema } from "../../approvals/api/earned.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { boundFieldSchema, policyRulesSchema, toolModeSchema } from "../../approvals/api/policy-rules.ts";
import { hookDecisionSchema, runSchema, runTraceSchema } from "../../agent/api/run.ts";

export const roleSchema = z.enum(["admin", "member"]);
export type Role = z.infer<typeof roleSchema>;

export const meSchema = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  tenant: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
  role: roleSchema,
  features: z.array(z.string()),
  /** Set while answers come from the sandbox's script because no model key is configured: where the sandbox's page is. */
  demo: z.object({ sandboxUrl: z.string() }).nullable(),
  /** How a person signs in and out here. */
  signOutUrl: z.string().nullable(),
});
export type Me = z.infer<typeof meSchema>;

export const healthSchema = z.object({
  /** `late`: something due has waited for more than five minutes. Only operators see that. */
  status: z.enum(["ok", "late"]),
  /** For members and operators alone, like all below. */
  version: z.string().optional(),
  /** The commit that is deployed; null where the deployment didn't say. */
  commit: z.string().nullable().optional(),
  /** For operators: whether the database answers, and the seconds for which the oldest due item of each kind has waited; null while nothing waits. */
  detail: z
    .object({
      database: z.enum(["ok", "unreachable"]),
      waitingSeconds: z.record(z.string(), z.number().int().nullable()),
    })
    .optional(),
});

/** A number in E.164. */
const phoneSchema = z.string().regex(E164_PATTERN);

/** A person of the team. */
export const teamMemberSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  /** The person's own number. Null where none is set. */
  phone: phoneSchema.nullable(),
  /** When a text from it proved it theirs: from then on texts to it go to a colleague. Null before. */
  phoneVerifiedAt: timeSchema.nullable(),
  lastSeenAt: timeSchema.nullable(),
});
export type TeamMember = z.infer<typeof teamMemberSchema>;

/** Somebody who waits to be let in. */
export const joinRequestSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: timeSchema,
});
export type JoinRequest = z.infer<typeof joinRequestSchema>;

/** A code with which somebody proves their number, as its asker alone sees it. */
export const phoneCodeSchema = z.object({
  /** Six digits. */
  code: z.string().regex(/^\d{6}$/),
  number: phoneSchema,
  /** The team's line the code is texted to. */
  line: z.object({ label: z.string(), number: phoneSchema }),
  expiresAt: timeSchema,
});
export type PhoneCodeView = z.infer<typeof phoneCodeSchema>;

export const sessionSchema = z.object({
  id: z.string(),
  userName: z.string(),
  createdAt: timeSchema,
  lastSeenAt: timeSchema,
  expiresAt: timeSchema,
  device: z.string(),
  current: z.boolean(),
});

/** Look-ups are counted apart: an hour has room for so many for each call that acts. */
export const LOOK_UPS_PER_CALL = 10;

const clockTimeSchema = z.string().regex(/^\d\d:\d\d$/);

/** When appointments may be offered, in the tenant's zone. */
const appointmentHoursSchema = z.object({
  /** `from` comes before `to`: `09:00`, `18:00`. */
  hours: z.object({ from: clockTimeSchema, to: clockTimeSchema }),
  /** 1 is Monday, 7 Sunday. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  /** None on the federal holidays of the United States, as they are observed. */
  usHolidays: z.boolean(),
  /** Other days with none. */
  closedOn: z.array(z.iso.date()).max(100),
});
export type AppointmentHours = z.infer<typeof appointmentHoursSchema>;

const DEFAULT_APPOINTMENTS: AppointmentHours = {
  hours: { from: "09:00", to: "18:00" },
  days: [1, 2, 3, 4, 5, 6],
  usHolidays: true,
  closedOn: [],
};

/** A host name without a scheme; what is below it is meant too. */
const siteSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    "must be a site such as example.com",
  );

/** What Steward may read on the web. */
const webSchema = z.object({
  /** Sites the researcher may search and read; none turns it off. */
  sites: z.array(siteSchema).max(100),
});

/** The sites a new team begins with: those of rentals that everybody reads. */
const DEFAULT_WEB = { sites: ["zillow.com", "redfin.com", "realtor.com", "apartments.com", "clickup.com"] };

const sessionBoundsSchema = z.object({
  idleDays: z.number().int().min(1).max(365).nullable(),
  turns: z.number().int().min(1).max(1_000).nullable(),
  transcriptMb: z.number().min(0.1).max(10).nullable(),
});
export type SessionBounds = z.infer<typeof sessionBoundsSchema>;

/** What bounds a chat with a project agent where a team says nothing else. */
export const DEFAULT_SESSIONS: SessionBounds = { idleDays: 30, turns: 100, transcriptMb: 10 };

/** `off`: by an invite link alone; `ask`: an admin decides each; `open`: at their first sign-in. */
const joinByDomainSchema = z.enum(["off", "ask", "open"]);
export type JoinByDomain = z.infer<typeof joinByDomainSchema>;

export const policySchema = z.object({
  permissionMode: z.enum(["default", "acceptEdits"]),
  autonomy: z.enum(["shadow", "propose", "execute"]),
  /** Per tool; missing means the tool's own default. */
  tools: z.record(z.string(), toolModeSchema),
  /** Go before what is set for a tool; the first that fits decides. Left out of an update, there are none. */
  rules: policyRulesSchema.default([]),
  /** Acting calls; of look-ups there may be `LOOK_UPS_PER_CALL` times as many. */
  toolCallsPerHour: z.number().int().min(1).max(100_000),
  monthlyBudgetUsd: z.number().min(0).max(1_000_000),
  /** Seconds a decision can be taken back before the effect runs; 0 turns holding off. */
  holdSeconds: z.number().int().min(0).max(3600),
  approvalExpiryHours: z
    .number()
    .min(0.01)
    .max(24 * 30),
  replyExpiryHours: z
    .number()
    .min(0.01)
    .max(24 * 30),
  reminderMinutes: z.array(z.number().min(0.1)).max(5),
  /** Hours of the day, in the tenant's zone, in which nothing is sent to contacts; null for none. `22:00`. */
  contactQuietHours: z.object({ from: clockTimeSchema, to: clockTimeSchema }).nullable(),
  /** When appointments may be offered. Left out of an update, the defaults hold. */
  appointments: appointmentHoursSchema.default(DEFAULT_APPOINTMENTS),
  /** The web. Left out of an update, the defaults hold. */
  web: webSchema.default(DEFAULT_WEB),
  /** Stages of accounts and when each is followed up. Left out of an update, the defaults hold. */
  accountStages: stageRulesSchema.default(DEFAULT_STAGES),
  /** Most follow-ups that are drafted in a morning. Left out of an update, the default holds. */
  morningDrafts: morningDraftsSchema.default(DEFAULT_MORNING_DRAFTS),
  /**
   * Bounds of a chat with a project agent: days without a word, turns, megabytes of its transcript; null for none. At a bound it goes on in a fork. Left out
   * of an update, the defaults hold.
   */
  sessions: sessionBoundsSchema.default(DEFAULT_SESSIONS),
  /** Whether people with an address at the team's domain join by themselves. Left out of an update, an admin is asked. */
  joinByDomain: joinByDomainSchema.default("ask"),
  /** Rules that Steward proposes by what people decided. Left out of an update, the defaults hold. */
  earned: earnedSettingSchema.default(DEFAULT_EARNED),
  /** Limits of one turn. */
  turn: z.object({
    modelCalls: z.number().int().min(1).max(200),
    toolCalls: z.number().int().min(1).max(500),
    minutes: z.number().min(0.1).max(60),
    costUsd: z.number().min(0.001).max(100),
  }),
  /** Inbound texts. Left out of an update, the defaults hold. */
  sms: z
    .object({
      /** Ids of the lines whose texts start runs; null for every line that faces people outside. Texts on other lines are recorded. */
      startRunsOnLines: z.array(z.string().min(1).max(100)).max(50).nullable(),
      /** Whether members may talk to Steward by texting an internal line from their own number; they are answered there. */
      answerColleagues: z.boolean().default(false),
      /** Texts that come within so many seconds of each other are taken together in one run. */
      debounceSeconds: z.number().min(0).max(120),
      /** The run starts at most so long after the first of them. */
      debounceMaxSeconds: z.number().min(0).max(600),
      /** A text or an e-mail with one of these words is urgent, whatever else it says. */
      urgentWords: z.array(z.string().trim().min(2).max(60)).max(100).default([]),
    })
    .default({
      startRunsOnLines: null,
      answerColleagues: false,
      debounceSeconds: 20,
      debounceMaxSeconds: 120,
      urgentWords: [],
    }),
});
export type Policy = z.infer<typeof policySchema>;

/** What holds where a tenant set nothing (DESIGN.md sections 3 to 5). */
export const DEFAULT_POLICY: Policy = {
  permissionMode: "default",
  autonomy: "propose",
  tools: {},
  rules: [],
  toolCallsPerHour: 1_000,
  monthlyBudgetUsd: 100,
  holdSeconds: 10,
  approvalExpiryHours: 24 * 7,
  replyExpiryHours: 24,
  reminderMinutes: [30, 240],
  contactQuietHours: null,
  appointments: DEFAULT_APPOINTMENTS,
  web: DEFAULT_WEB,
  accountStages: DEFAULT_STAGES,
  morningDrafts: DEFAULT_MORNING_DRAFTS,
  sessions: DEFAULT_SESSIONS,
  earned: DEFAULT_EARNED,
  joinByDomain: "ask",
  turn: { modelCalls: 25, toolCalls: 60, minutes: 10, costUsd: 2 },
  sms: {
    startRunsOnLines: null,
    answerColleagues: false,
    debounceSeconds: 20,
    debounceMaxSeconds: 120,
    urgentWords: [],
  },
};

/** A tool as the policy page shows it. */
export const toolPowerSchema = z.object({
  name: z.string(),
  title: z.string(),
  effect: z.enum(["read", "internal", "external"]),
  egress: z.enum(["none", "provider", "listed_sites", "open_web"]),
  defaultMode: toolModeSchema,
  mode: toolModeSchema,
  /** Whether an admin may let it run without asking. */
  mayAllow: z.boolean(),
});
export type ToolPower = z.infer<typeof toolPowerSchema>;

const policyAnswerSchema = z.object({
  policy: policySchema,
  /** `fields` are the arguments that rules can bound. */
  tools: z.array(toolPowerSchema.extend({ fields: z.array(boundFieldSchema) })),
  version: z.number().int(),
});

export const usageSchema = z.object({
  month: z.string(),
  spentUsd: z.number(),
  budgetUsd: z.number(),
  reservedUsd: z.number(),
  toolCallsLastHour: z.number(),
  toolCallsPerHour: z.number(),
  days: z.array(
    z.object({
      day: z.string(),
      agent: z.string(),
      agentTitle: z.string(),
      model: z.string(),
      runs: z.number(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      cacheReadTokens: z.number(),
      cacheWriteTokens: z.number(),
      costUsd: z.number(),
    }),
  ),
  /** Every day of this month in order, also those without runs and those to come: one chart's worth. */
  calendar: z.array(
    z.object({
      day: z.string(),
      runs: z.number(),
      costUsd: z.number(),
      /** Sum of this month's days up to this one; null for days to come. */
      totalUsd: z.number().nullable(),
      /** Where the total would stand if the budget were spent evenly. */
      evenUsd: z.number(),
    }),
  ),
});

export const agentSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** The tier it runs on in this team, and that tier's model. */
  tier: z.enum(["cheap", "main", "heavy"]),
  model: z.string(),
  /** Whether a person may start a conversation with it. */
  conversational: z.boolean(),
  /** Whether other agents may hand it a task. */
  delegable: z.boolean(),
  /** False where an admin turned it off. */
  enabled: z.boolean(),
  /** Whether it answers in a form of its own instead of in words. */
  structured: z.boolean(),
  instructions: z.string(),
  /** What it is offered with the connections there are, and which connections further tools of it need. */
  tools: z.array(toolPowerSchema),
  notConnected: z.array(missingVendorSchema),
  limits: z.record(z.string(), z.number()),
});

/** Endpoints around the conversation. */
export const accountEndpoints = {
  health: endpoint({ method: "GET", path: "/api/health", output: healthSchema, access: "public" }),
  /** How to sign in here: where the provider's page is. */
  signIn: endpoint({
    method: "GET",
    path: "/api/sign-in",
    output: z.object({ provider: z.enum(["clerk", "access"]), url: z.string() }),
    access: "public",
  }),
  createSession: endpoint({ method: "POST", path: "/api/session", output: meSchema, access: "public" }),
  endSession: endpoint({ method: "DELETE", path: "/api/session", output: okSchema }),
  me: endpoint({ method: "GET", path: "/api/me", output: meSchema }),
  /** A new code for a number of one's own; the one before ends. 400 `invalid_request` for one somebody has proven, 501 `not_configured` without a team line. */
  askPhoneCode: endpoint({
    method: "POST",
    path: "/api/me/phone-code",
    body: z.object({ number: phoneSchema }),
    output: phoneCodeSchema,
  }),
  /** How the code one asked for stands; null where none waits. */
  phoneCode: endpoint({
    method: "GET",
    path: "/api/me/phone-code",
    output: z.object({
      waiting: z
        .object({ number: phoneSchema, expiresAt: timeSchema, triesLeft: z.number().int() })
        .nullable(),
    }),
  }),
  dropPhoneCode: endpoint({ method: "DELETE", path: "/api/me/phone-code", output: okSchema }),
  sessions: endpoint({ method: "GET", path: "/api/sessions", output: pageOf(sessionSchema) }),
  revokeSession: endpoint({ method: "DELETE", path: "/api/sessions/:id", output: okSchema }),
  team: endpoint({
    method: "GET",
    path: "/api/team",
    output: pageOf(teamMemberSchema),
  }),
  /** What is left out stays. The last admin stays one: 409 `conflict`. */
  updateMember: endpoint({
    method: "PATCH",
    path: "/api/team/:id",
    body: z.object({ role: roleSchema.optional(), phone: phoneSchema.nullable().optional() }),
    output: teamMemberSchema,
    access: "admin",
  }),
  /** Removes a person and ends their sessions at once. The last admin stays: 409 `conflict`. */
  removeMember: endpoint({ method: "DELETE", path: "/api/team/:id", output: okSchema, access: "admin" }),
  /** Who asked to join by an address at one of the team's domains, the first first. */
  joinRequests: endpoint({
    method: "GET",
    path: "/api/team/join-requests",
    output: z.object({ domains: z.array(z.string()), items: z.array(joinRequestSchema) }),
    access: "admin",
  }),
  /** Lets somebody in as a member, or not. 404 once it is decided. */
  decideJoinRequest: endpoint({
    method: "POST",
    path: "/api/team/join-requests/:id/decision",
    body: z.object({ decision: z.enum(["approve", "decline"]) }),
    output: okSchema,
    access: "admin",
  }),
  policy: endpoint({ method: "GET", path: "/api/policy", output: policyAnswerSchema }),
  updatePolicy: endpoint({
    method: "PUT",
    path: "/api/policy",
    body: z.object({ policy: policySchema, version: z.number().int() }),
    output: policyAnswerSchema,
    access: "admin",
  }),
  usage: endpoint({ method: "GET", path: "/api/usage", output: usageSchema }),
  runs: endpoint({
    method: "GET",
    path: "/api/runs",
    query: pageQuerySchema.extend({ conversationId: z.string().max(200).optional() }),
    output: pageOf(runSchema),
  }),
  run: endpoint({ method: "GET", path: "/api/runs/:id", output: runTraceSchema }),
  /** Says whether a run's work is right. The first who says so stands: 409 `already_decided`. */
  reviewRun: endpoint({
    method: "POST",
    path: "/api/runs/:id/review",
    body: z.object({ accepted: z.boolean() }),
    output: runSchema,
  }),
  /** What hooks decided, newest first; of the last seven days unless `from` says otherwise. */
  hooks: endpoint({
    method: "GET",
    path: "/api/hooks",
    query: pageQuerySchema.extend({
      hook: z.string().max(100).optional(),
      decision: z.string().max(100).optional(),
      from: timeSchema.optional(),
    }),
    output: pageOf(hookDecisionSchema),
  }),
  agents: endpoint({ method: "GET", path: "/api/agents", output: pageOf(agentSchema) }),
};
