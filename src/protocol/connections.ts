/** A team's accounts at outside services, as Settings → Connections shows them. Keys go in and never come out. */
import * as z from "zod";
import { timeSchema } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** A phone line as the phone system lists it. External lines face everybody outside the company, internal ones only its own people. */
const accountLineSchema = z.object({
  phoneNumberId: z.string(),
  number: z.string(),
  label: z.string(),
  audience: z.enum(["external", "internal"]),
});
export type AccountLine = z.infer<typeof accountLineSchema>;

/** One service that can be connected. */
export const connectionViewSchema = z.object({
  vendor: z.string(),
  title: z.string(),
  /** What the team gets from it. */
  gives: z.string(),
  /** What no longer works without it. */
  stops: z.string(),
  connected: z.boolean(),
  /** Whose account it is; null where it isn't connected. */
  account: z.string().nullable(),
  /** How it is added: by a key here, on a page of its own, or by whoever runs the deployment. */
  added: z.enum(["key", "page", "operator"]),
  page: z.string().nullable(),
  checkedAt: timeSchema.nullable(),
  workedAt: timeSchema.nullable(),
  /** What was wrong at the last check, and what to do. */
  problem: z.object({ message: z.string(), advice: z.string() }).nullable(),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;

const keySchema = z
  .string()
  .trim()
  .min(8)
  .max(400)
  .regex(/^[\x21-\x7e]+$/, "must be a key");

/** Endpoints of connections. */
export const connectionEndpoints = {
  connections: endpoint({
    method: "GET",
    path: "/api/connections",
    output: z.object({ connections: z.array(connectionViewSchema) }),
  }),
  /** Asks the service whether it still works; what is wrong is in the answer. */
  testConnection: endpoint({
    method: "POST",
    path: "/api/connections/:vendor/test",
    output: connectionViewSchema,
    access: "admin",
  }),
  /** Forgets the credential. What was read stays. */
  disconnect: endpoint({
    method: "DELETE",
    path: "/api/connections/:vendor",
    output: connectionViewSchema,
    access: "admin",
  }),
  /** The lines a key of the phone system opens; nothing is kept. */
  quoLines: endpoint({
    method: "POST",
    path: "/api/connections/quo/lines",
    body: z.object({ key: keySchema }),
    output: z.object({ lines: z.array(accountLineSchema) }),
    access: "admin",
  }),
  /** Connects the phone system, or replaces its key. The key is checked before it is kept. */
  connectQuo: endpoint({
    method: "PUT",
    path: "/api/connections/quo",
    body: z.object({
      key: keySchema,
      lines: z
        .array(accountLineSchema.pick({ phoneNumberId: true, audience: true }))
        .min(1)
        .max(50),
    }),
    output: connectionViewSchema,
    access: "admin",
  }),
} as const;
