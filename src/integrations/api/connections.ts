/** A team's accounts at outside services, as Settings → Connections shows them. Keys go in and never come out. */
import * as z from "zod";
import { idSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** A field of the form that connects by key; `value` is what it is today, empty for what is secret. */
const keyFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  /** Where to find it. */
  hint: z.string(),
  isSecret: z.boolean(),
  value: z.string(),
});
export type KeyFieldView = z.infer<typeof keyFieldSchema>;

/** Something of the vendor an admin chooses from: phone lines, spaces. */
const setupQuestionSchema = z.object({
  name: z.string(),
  text: z.string(),
  /** So many are chosen at least and at most. */
  least: z.int().min(0),
  most: z.int().min(1),
  /** None where there's only something to know before it goes on. */
  options: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      detail: z.string().nullable(),
      /** What it is chosen for at first; null where it isn't. */
      use: z.string().nullable(),
    }),
  ),
  /** What an option can be chosen for; none where it is chosen or not. */
  uses: z.array(z.object({ name: z.string(), label: z.string() })),
  /** Nothing is asked after it. */
  isLast: z.boolean(),
});
export type SetupQuestion = z.infer<typeof setupQuestionSchema>;

/** So many options a question has at most. */
export const MAX_SETUP_OPTIONS = 200;

/** What was chosen, by question and option: what for, "yes" where the question has no uses. */
const chosenSchema = z
  .record(z.string().max(40), z.record(z.string().max(200), z.string().max(40)))
  .refine(
    (chosen) =>
      Object.keys(chosen).length <= 5 &&
      Object.values(chosen).every((answer) => Object.keys(answer).length <= MAX_SETUP_OPTIONS),
    "too many are chosen",
  );
export type Chosen = z.infer<typeof chosenSchema>;

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
  /** The form that connects it by key, the button that changes what it is used for, and the page of its own where it has one; without form and page, whoever runs the deployment adds it. */
  key: z
    .object({
      fields: z.array(keyFieldSchema),
      /** What is pasted at the vendor first, such as a manifest. */
      paste: z.object({ label: z.string(), hint: z.string(), text: z.string() }).nullable(),
    })
    .nullable(),
  change: z.string().nullable(),
  /** Whether it can be connected by signing in there. */
  consent: z.boolean(),
  /** Who signed in there; null where it is used by key. */
  consentedBy: z.string().nullable(),
  /** What can be allowed one by one, such as `writing messages`, and what of it is; none where it isn't connected by signing in. */
  capabilities: z.array(z.object({ name: z.string(), label: z.string(), allowed: z.boolean() })),
  /** What to know before signing in there; null where there is nothing. */
  note: z.string().nullable(),
  page: z.string().nullable(),
  checkedAt: timeSchema.nullable(),
  workedAt: timeSchema.nullable(),
  /** What was wrong at the last check, and what to do. */
  problem: z.object({ message: z.string(), advice: z.string() }).nullable(),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;

const noticeSchema = z.string().nullable();

const connectionStepSchema = z.union([
  z.object({ question: setupQuestionSchema, connection: z.null(), notice: z.null() }),
  /** `notice` is what is to be known of the access that was replaced. */
  z.object({ question: z.null(), connection: connectionViewSchema, notice: noticeSchema }),
]);
/** What is still to be chosen, or the connection as it is now. */
export type ConnectionStep = z.infer<typeof connectionStepSchema>;

const disconnectedSchema = z.object({ connection: connectionViewSchema, notice: noticeSchema });
/** A service that was disconnected, and what is left to do at it. */
export type Disconnected = z.infer<typeof disconnectedSchema>;

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
    output: disconnectedSchema,
    access: "admin",
  }),
  /** Where to send the browser to sign in at the service. It comes back to the Connections page, with what came of it. */
  startConsent: endpoint({
    method: "POST",
    path: "/api/connections/:vendor/consent",
    /** What is to be allowed beside what is allowed already. */
    body: z.object({ allow: z.string().max(40).nullable() }),
    output: z.object({ url: z.url() }),
    access: "admin",
  }),
  /** Somebody came back from the service and doesn't connect it after all: its fresh access is given back. */
  endConsent: endpoint({
    method: "DELETE",
    path: "/api/connections/:vendor/consent/:id",
    /** What is left to do there. */
    output: z.object({ notice: noticeSchema }),
    access: "admin",
  }),
  /** Takes the next step of connecting a service, of replacing its key, or (without `typed`) of changing what it is used for. Keeps nothing before the last. */
  connect: endpoint({
    method: "PUT",
    path: "/api/connections/:vendor",
    body: z.object({
      typed: z
        .record(z.string().max(40), z.string().max(8000))
        .refine((typed) => Object.keys(typed).length <= 12, "too many fields")
        .nullable(),
      /** What somebody came back from the service with, in place of what is typed. */
      consent: idSchema.nullable(),
      chosen: chosenSchema,
    }),
    output: connectionStepSchema,
    access: "admin",
  }),
} as const;
