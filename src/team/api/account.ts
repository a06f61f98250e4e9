/** Who is signed in, the team, its sessions and its usage; and the endpoints around the conversation. */
import * as z from "zod";
import { E164_PATTERN } from "../../kernel/e164.ts";
import { agentSchema } from "../../agent/api/agent.ts";
import { okSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { policySchema, toolPowerSchema } from "../../approvals/api/policy.ts";
import { boundFieldSchema } from "../../approvals/api/policy-rules.ts";
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
