/** The audit log: who decided and changed what. */
import * as z from "zod";
import { idSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { auditChangeSchema } from "../../platform/api/audit-change.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

export const auditRowSchema = z.object({
  id: z.string(),
  at: timeSchema,
  actor: z.object({ kind: z.enum(["user", "system", "agent"]), id: z.string(), name: z.string() }),
  action: z.string(),
  subject: z.object({ kind: z.string(), id: z.string() }),
  sentence: z.string(),
  changes: z.array(auditChangeSchema),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

/** Areas of actions: the part of an action's name before the dot. */
export const auditAreaSchema = z.enum([
  "approval",
  "effect",
  "policy",
  "house_rule",
  "member",
  "session",
  "agent",
  "instructions",
  "on_call",
  "routing",
  "mail_settings",
  "mirror",
  "connection",
  "schedule",
  "thread",
  "template",
  "file",
  "folder",
  "notification",
  "run",
  "export",
]);
export type AuditArea = z.infer<typeof auditAreaSchema>;

/** Display names of areas. */
export const AUDIT_AREAS = {
  approval: "Approvals",
  effect: "Sent and done",
  policy: "Policy",
  house_rule: "House rules",
  member: "Members",
  session: "Sign-ins",
  agent: "Agents",
  instructions: "Instructions",
  on_call: "On call",
  routing: "Notification rules",
  mail_settings: "E-mail settings",
  mirror: "GitHub sync",
  connection: "Connections",
  schedule: "Schedules",
  thread: "Text inbox",
  template: "Saved replies",
  file: "Files",
  folder: "Folders",
  notification: "Notifications",
  run: "Reviews of runs",
  export: "Exports",
} as const satisfies Readonly<Record<AuditArea, string>>;

export const auditEndpoints = {
  /** Newest first; optionally limited to a person, an area, or from a time on. */
  audit: endpoint({
    method: "GET",
    path: "/api/audit",
    query: pageQuerySchema.extend({
      actor: idSchema.optional(),
      area: auditAreaSchema.optional(),
      from: timeSchema.optional(),
    }),
    output: pageOf(auditRowSchema),
  }),
};
