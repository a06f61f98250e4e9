/** Wire format of a team's policy and its defaults: what agents may do, when they must ask, and limits. */
import { hoursSchema } from "../../platform/api/hours.ts";
import * as z from "zod";
import { detailFieldsSchema } from "../../accounts/api/account-fields.ts";
import {
  DEFAULT_MORNING_DRAFTS,
  DEFAULT_STAGES,
  morningDraftsSchema,
  stageRulesSchema,
} from "../../accounts/api/account-stages.ts";
import { DEFAULT_EARNED, earnedSettingSchema } from "../../approvals/api/earned.ts";
import { deputiesSchema, houseRulesSchema } from "../../approvals/api/house-rules.ts";
import { policyRulesSchema, toolModeSchema } from "../../approvals/api/policy-rules.ts";

/** Look-ups are counted separately: this many are allowed per acting call. */
export const LOOK_UPS_PER_CALL = 10;

/** When appointments may be offered, in the tenant's time zone. */
const appointmentHoursSchema = z.object({
  /** `from` comes before `to`: `09:00`, `18:00`. */
  hours: hoursSchema,
  /** 1 is Monday, 7 Sunday. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  /** Excludes US federal holidays, as observed. */
  usHolidays: z.boolean(),
  /** Further excluded days. */
  closedOn: z.array(z.iso.date()).max(100),
});
export type AppointmentHours = z.infer<typeof appointmentHoursSchema>;

const DEFAULT_APPOINTMENTS: AppointmentHours = {
  hours: { from: "09:00", to: "18:00" },
  days: [1, 2, 3, 4, 5, 6],
  usHolidays: true,
  closedOn: [],
};

/** A host name without a scheme; includes its subdomains. */
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
  /** Sites that the researcher may search and read. An empty list turns it off. */
  sites: z.array(siteSchema).max(100),
});

/** Default sites of a new team: the common rental listings. */
const DEFAULT_WEB = { sites: ["zillow.com", "redfin.com", "realtor.com", "apartments.com", "clickup.com"] };

const sessionBoundsSchema = z.object({
  idleDays: z.number().int().min(1).max(365).nullable(),
  turns: z.number().int().min(1).max(1_000).nullable(),
  transcriptMb: z.number().min(0.1).max(10).nullable(),
});
export type SessionBounds = z.infer<typeof sessionBoundsSchema>;

/** Default bounds of a chat with a project agent. */
export const DEFAULT_SESSIONS: SessionBounds = { idleDays: 30, turns: 100, transcriptMb: 10 };

/**
 * How people with an address at the team's domain join. `off`: by invite only; `ask`: after an admin's
 * approval; `open`: at their first sign-in.
 */
const joinByDomainSchema = z.enum(["off", "ask", "open"]);
export type JoinByDomain = z.infer<typeof joinByDomainSchema>;

export const policySchema = z.object({
  permissionMode: z.enum(["default", "acceptEdits"]),
  autonomy: z.enum(["shadow", "propose", "execute"]),
  /** Mode per tool; a missing tool has its own default. */
  tools: z.record(z.string(), toolModeSchema),
  /** Checked before the tools' modes; the first match applies. Missing in an update: none. */
  rules: policyRulesSchema.default([]),
  /** What the team decided in words. */
  houseRules: houseRulesSchema.default([]),
  /** Who decides in the place of people whom house rules name. */
  deputies: deputiesSchema.default([]),
  /** Limit for acting calls; look-ups have `LOOK_UPS_PER_CALL` times as many. */
  toolCallsPerHour: z.number().int().min(1).max(100_000),
  monthlyBudgetUsd: z.number().min(0).max(1_000_000),
  /** Seconds during which a decision can be undone before its effect runs; 0 disables the hold. */
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
  /** Hours in the tenant's zone, such as `22:00`, in which contacts receive nothing; null for none. */
  contactQuietHours: hoursSchema.nullable(),
  /** Missing in an update: the defaults. */
  appointments: appointmentHoursSchema.default(DEFAULT_APPOINTMENTS),
  /** Missing in an update: the defaults. */
  web: webSchema.default(DEFAULT_WEB),
  /** Account stages and their follow-up rules. Missing in an update: the defaults. */
  accountStages: stageRulesSchema.default(DEFAULT_STAGES),
  /** The team's own fields of accounts. Missing in an update: none. */
  accountFields: detailFieldsSchema.default([]),
  /** Maximum follow-ups drafted per morning. Missing in an update: the default. */
  morningDrafts: morningDraftsSchema.default(DEFAULT_MORNING_DRAFTS),
  /**
   * Bounds of a chat with a project agent: idle days, turns, and megabytes of transcript; null for none. A
   * chat that reaches one continues in a fork. Missing in an update: the defaults.
   */
  sessions: sessionBoundsSchema.default(DEFAULT_SESSIONS),
  /** Missing in an update: an admin is asked. */
  joinByDomain: joinByDomainSchema.default("ask"),
  /** Rules proposed by Steward. Missing in an update: the defaults. */
  earned: earnedSettingSchema.default(DEFAULT_EARNED),
  /** Limits of one turn. */
  turn: z.object({
    modelCalls: z.number().int().min(1).max(200),
    toolCalls: z.number().int().min(1).max(500),
    minutes: z.number().min(0.1).max(60),
    costUsd: z.number().min(0.001).max(100),
  }),
  /** Inbound texts. Missing in an update: the defaults. */
  sms: z
    .object({
      /**
       * IDs of the lines whose texts start runs; null for every external line. Texts on other lines are only
       * recorded.
       */
      startRunsOnLines: z.array(z.string().min(1).max(100)).max(50).nullable(),
      /** Whether members may text Steward on an internal line from their own number. */
      answerColleagues: z.boolean().default(false),
      /** Texts within this many seconds of each other share one run. */
      debounceSeconds: z.number().min(0).max(120),
      /** Maximum delay of the run after the first text. */
      debounceMaxSeconds: z.number().min(0).max(600),
      /** A text or e-mail with one of these words is always urgent. */
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

/** A policy to be put in force. House rules and deputies that are left out stay as they are. */
export const policyUpdateSchema = policySchema.extend({
  houseRules: houseRulesSchema.optional(),
  deputies: deputiesSchema.optional(),
});

export const DEFAULT_POLICY: Policy = {
  permissionMode: "default",
  autonomy: "propose",
  tools: {},
  rules: [],
  houseRules: [],
  deputies: [],
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
  accountFields: [],
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
  /** The group's name for people, such as `Calendars`. */
  group: z.string(),
  effect: z.enum(["read", "internal", "external"]),
  egress: z.enum(["none", "provider", "listed_sites", "open_web"]),
  defaultMode: toolModeSchema,
  mode: toolModeSchema,
  /** Whether an admin may allow it without approval. */
  mayAllow: z.boolean(),
});
export type ToolPower = z.infer<typeof toolPowerSchema>;
