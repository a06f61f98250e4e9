/** Wire contract for Settings → Connections. Credentials are write-only. */
import * as z from "zod";
import { idSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** A field of the key form. `value` is the current value, empty for secrets. */
const keyFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  /** Where to find the value. */
  hint: z.string(),
  isSecret: z.boolean(),
  isOptional: z.boolean(),
  value: z.string(),
});
export type KeyFieldView = z.infer<typeof keyFieldSchema>;

/** A choice the admin makes from the vendor's data, such as phone lines or spaces. */
const setupQuestionSchema = z.object({
  name: z.string(),
  text: z.string(),
  /** Minimum and maximum number of choices. */
  least: z.int().min(0),
  most: z.int().min(1),
  /** Empty if the step only shows information. */
  options: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      detail: z.string().nullable(),
      /** Preselected use; null if not preselected. */
      use: z.string().nullable(),
    }),
  ),
  /** Uses an option can be assigned to; empty for a plain yes/no choice. */
  uses: z.array(z.object({ name: z.string(), label: z.string() })),
  /** No question follows. */
  isLast: z.boolean(),
});
export type SetupQuestion = z.infer<typeof setupQuestionSchema>;

/** Maximum options per question. */
export const MAX_SETUP_OPTIONS = 200;

/** Choices by question and option: the use, or "yes" for questions without uses. */
const chosenSchema = z
  .record(z.string().max(40), z.record(z.string().max(200), z.string().max(40)))
  .refine(
    (chosen) =>
      Object.keys(chosen).length <= 5 &&
      Object.values(chosen).every((answer) => Object.keys(answer).length <= MAX_SETUP_OPTIONS),
    "too many options selected",
  );
export type Chosen = z.infer<typeof chosenSchema>;

/** A service that can be connected. */
export const connectionViewSchema = z.object({
  vendor: z.string(),
  title: z.string(),
  /** What the connection enables. */
  gives: z.string(),
  /** What stops working without it. */
  stops: z.string(),
  connected: z.boolean(),
  /** Name of the connected account; null if not connected. */
  account: z.string().nullable(),
  /**
   * The key form, the button that changes what is used, and the vendor's own settings page, if any. Without form and page, only the
   * operator can add the connection.
   */
  key: z
    .object({
      fields: z.array(keyFieldSchema),
      /** Text to paste at the vendor first, such as an app manifest. */
      paste: z.object({ label: z.string(), hint: z.string(), text: z.string() }).nullable(),
    })
    .nullable(),
  change: z.string().nullable(),
  /** Whether it can be connected with OAuth. */
  consent: z.boolean(),
  /** Who signed in at the vendor; null if connected by key. */
  consentedBy: z.string().nullable(),
  /** Optional capabilities, such as `writing messages`, and whether each is granted. Empty if not connected with OAuth. */
  capabilities: z.array(z.object({ name: z.string(), label: z.string(), allowed: z.boolean() })),
  /** Shown before signing in; null if there is nothing to say. */
  note: z.string().nullable(),
  page: z.string().nullable(),
  checkedAt: timeSchema.nullable(),
  workedAt: timeSchema.nullable(),
  /** The problem found by the last check, and what to do about it. */
  problem: z.object({ message: z.string(), advice: z.string() }).nullable(),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;

const noticeSchema = z.string().nullable();

const connectionStepSchema = z.union([
  z.object({ question: setupQuestionSchema, connection: z.null(), notice: z.null() }),
  /** `notice` describes follow-up for the replaced access. */
  z.object({ question: z.null(), connection: connectionViewSchema, notice: noticeSchema }),
]);
/** The next question, or the finished connection. */
export type ConnectionStep = z.infer<typeof connectionStepSchema>;

const disconnectedSchema = z.object({ connection: connectionViewSchema, notice: noticeSchema });
/** A disconnected service and any steps left to do at the vendor. */
export type Disconnected = z.infer<typeof disconnectedSchema>;

export const connectionEndpoints = {
  connections: endpoint({
    method: "GET",
    path: "/api/connections",
    output: z.object({ connections: z.array(connectionViewSchema) }),
  }),
  /** Checks that the connection works. A problem is part of the response, not an error. */
  testConnection: endpoint({
    method: "POST",
    path: "/api/connections/:vendor/test",
    output: connectionViewSchema,
    access: "admin",
  }),
  /** Deletes the credential. Items already read are kept. */
  disconnect: endpoint({
    method: "DELETE",
    path: "/api/connections/:vendor",
    output: disconnectedSchema,
    access: "admin",
  }),
  /** Returns the vendor's sign-in URL. The browser comes back to the Connections page with the outcome. */
  startConsent: endpoint({
    method: "POST",
    path: "/api/connections/:vendor/consent",
    /** Capability to request in addition to those already granted. */
    body: z.object({ allow: z.string().max(40).nullable() }),
    output: z.object({ url: z.url() }),
    access: "admin",
  }),
  /** Cancels a sign-in that was not turned into a connection and revokes its new access. */
  endConsent: endpoint({
    method: "DELETE",
    path: "/api/connections/:vendor/consent/:id",
    /** Steps left to do at the vendor. */
    output: z.object({ notice: noticeSchema }),
    access: "admin",
  }),
  /**
   * Advances one setup step: connecting, replacing the key, or (without `typed`) changing what is used. Nothing is stored before the last
   * step.
   */
  connect: endpoint({
    method: "PUT",
    path: "/api/connections/:vendor",
    body: z.object({
      typed: z
        .record(z.string().max(40), z.string().max(8000))
        .refine((typed) => Object.keys(typed).length <= 12, "too many fields")
        .nullable(),
      /** ID of the completed consent, used instead of `typed`. */
      consent: idSchema.nullable(),
      chosen: chosenSchema,
    }),
    output: connectionStepSchema,
    access: "admin",
  }),
} as const;
