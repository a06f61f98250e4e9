/** The signed-in person, the team, its sessions and usage; and endpoints around the conversation. */
import * as z from "zod";
import { agentSchema } from "../../agent/api/agent.ts";
import { okSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import {
  joinRequestSchema,
  phoneCodeSchema,
  phoneSchema,
  roleSchema,
  teamMemberSchema,
} from "../../platform/api/members.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { policySchema, policyUpdateSchema, toolPowerSchema } from "./policy.ts";
import { boundFieldSchema } from "../../approvals/api/policy-rules.ts";
import { workSchema } from "./first-steps.ts";
import { hookDecisionSchema, runSchema, runTraceSchema } from "../../agent/api/run.ts";

export const meSchema = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  tenant: z.object({
    id: z.string(),
    name: z.string(),
    timeZone: z.string(),
    /** Null if the team has not said what it runs. */
    work: workSchema.nullable(),
  }),
  role: roleSchema,
  features: z.array(z.string()),
  /** Set while the sandbox answers because no model key is configured: the sandbox's page. */
  demo: z.object({ sandboxUrl: z.string() }).nullable(),
  /** How people sign in and out in this deployment. */
  signOutUrl: z.string().nullable(),
  /** Set while an admin can still call off the team's deletion: its time, and the name of who asked for it. */
  deletion: z.object({ at: timeSchema, by: z.string() }).nullable(),
});
export type Me = z.infer<typeof meSchema>;

export const healthSchema = z.object({
  /** `late`: due work has waited for more than five minutes. Only operators see that. */
  status: z.enum(["ok", "late"]),
  /** Members and operators only, like everything below. */
  version: z.string().optional(),
  /** The deployed commit; null if the deployment did not set it. */
  commit: z.string().nullable().optional(),
  /**
   * For operators: whether the database responds, and the age in seconds of the oldest due item of each kind;
   * null if none is waiting.
   */
  detail: z
    .object({
      database: z.enum(["ok", "unreachable"]),
      waitingSeconds: z.record(z.string(), z.number().int().nullable()),
    })
    .optional(),
});

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
  /** `fields` are the arguments that rules can limit. */
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
  /** Every day of this month in order, including days without runs and future ones: data of one chart. */
  calendar: z.array(
    z.object({
      day: z.string(),
      runs: z.number(),
      costUsd: z.number(),
      /** Sum of this month's days up to this one; null for future days. */
      totalUsd: z.number().nullable(),
      /** The total if the budget were spent evenly. */
      evenUsd: z.number(),
    }),
  ),
});

/** Endpoints around the conversation. */
export const teamEndpoints = {
  health: endpoint({ method: "GET", path: "/api/health", output: healthSchema, access: "public" }),
  /** How to sign in: the URL of the provider's page. */
  signIn: endpoint({
    method: "GET",
    path: "/api/sign-in",
    output: z.object({
      provider: z.enum(["clerk", "access"]),
      url: z.string(),
      /** Whether people with a work address may start a team. */
      signUp: z.boolean(),
    }),
    access: "public",
  }),
  createSession: endpoint({ method: "POST", path: "/api/session", output: meSchema, access: "public" }),
  /**
   * Starts a team for the domain of the caller's verified work address and signs them in as its admin. 403
   * `stranger` if the deployment does not allow it, the domain is public, or it has a team already: then an
   * admin of that team is asked. 409 `conflict` if a colleague did it first.
   */
  signUp: endpoint({
    method: "POST",
    path: "/api/sign-up",
    body: z.object({
      team: z.string().trim().min(1).max(80),
      timeZone: z.string().max(60),
      work: workSchema,
    }),
    output: meSchema,
    access: "public",
  }),
  endSession: endpoint({ method: "DELETE", path: "/api/session", output: okSchema }),
  me: endpoint({ method: "GET", path: "/api/me", output: meSchema }),
  /**
   * Creates a code for the caller's own number and invalidates the previous one. 400 `invalid_request` for a
   * number verified by someone else, 501 `not_configured` without a team line.
   */
  askPhoneCode: endpoint({
    method: "POST",
    path: "/api/me/phone-code",
    body: z.object({ number: phoneSchema }),
    output: phoneCodeSchema,
  }),
  /** Status of the caller's code; null if none is pending. */
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
  /** What the team runs. */
  changeWork: endpoint({
    method: "PUT",
    path: "/api/team/work",
    body: z.object({ work: workSchema }),
    output: okSchema,
    access: "admin",
  }),
  team: endpoint({
    method: "GET",
    path: "/api/team",
    output: pageOf(teamMemberSchema),
  }),
  /** Missing fields are unchanged. The last admin can't be demoted: 409 `conflict`. */
  updateMember: endpoint({
    method: "PATCH",
    path: "/api/team/:id",
    body: z.object({ role: roleSchema.optional(), phone: phoneSchema.nullable().optional() }),
    output: teamMemberSchema,
    access: "admin",
  }),
  /**
   * Removes a person and ends their sessions immediately. The last admin can't be removed: 409 `conflict`.
   */
  removeMember: endpoint({ method: "DELETE", path: "/api/team/:id", output: okSchema, access: "admin" }),
  /** People who asked to join with an address at one of the team's domains, oldest first. */
  joinRequests: endpoint({
    method: "GET",
    path: "/api/team/join-requests",
    output: z.object({ domains: z.array(z.string()), items: z.array(joinRequestSchema) }),
    access: "admin",
  }),
  /** Admits a person as a member, or declines. 404 once decided. */
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
    body: z.object({
      policy: policyUpdateSchema,
      version: z.number().int(),
    }),
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
  /** Records whether a run's work was right. The first review stands: 409 `already_decided`. */
  reviewRun: endpoint({
    method: "POST",
    path: "/api/runs/:id/review",
    body: z.object({ accepted: z.boolean() }),
    output: runSchema,
  }),
  /** Hook decisions, newest first; of the last seven days unless `from` is given. */
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
