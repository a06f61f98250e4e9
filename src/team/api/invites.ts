/** Invitations to the team by link. */
import * as z from "zod";
import { meSchema } from "./team.ts";
import { inviteSchema, roleSchema } from "../../platform/api/members.ts";
import { okSchema, pageOf, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

const secretSchema = z.object({ secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

export const inviteEndpoints = {
  /** `mails`: whether this deployment mails invitations. */
  invites: endpoint({
    method: "GET",
    path: "/api/invites",
    output: pageOf(inviteSchema).extend({ mails: z.boolean() }),
    access: "admin",
  }),
  /** `url` contains the invitation's secret and is only returned once. `mailed`: whether it was sent to the address. */
  createInvite: endpoint({
    method: "POST",
    path: "/api/invites",
    body: z.object({ role: roleSchema, email: z.string().trim().toLowerCase().pipe(z.email()).optional() }),
    output: inviteSchema.extend({ url: z.string(), mailed: z.boolean() }),
    status: 201,
    access: "admin",
  }),
  revokeInvite: endpoint({
    method: "DELETE",
    path: "/api/invites/:id",
    output: okSchema,
    access: "admin",
  }),
  /** What a link invites to, without sign-in. 404 once it is used, revoked or expired. */
  previewInvite: endpoint({
    method: "POST",
    path: "/api/invites/preview",
    body: secretSchema,
    output: z.object({
      team: z.string(),
      invitedBy: z.string(),
      role: roleSchema,
      email: z.string().nullable(),
      expiresAt: timeSchema,
    }),
    access: "public",
  }),
  /** Signs in like `POST /api/session`, after making the person a member. */
  acceptInvite: endpoint({
    method: "POST",
    path: "/api/invites/accept",
    body: secretSchema,
    output: meSchema,
    access: "public",
  }),
};
