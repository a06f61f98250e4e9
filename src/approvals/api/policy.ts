/** A team's policy on the wire: what its agents may do, when people are asked, and the bounds of both; and what holds where a team set nothing. */
import { hoursSchema } from "../../platform/api/hours.ts";
import * as z from "zod";
import {
  DEFAULT_MORNING_DRAFTS,
  DEFAULT_STAGES,
  morningDraftsSchema,
  stageRulesSchema,
} from "./account-stages.ts";
import { DEFAULT_EARNED, earnedSettingSchema } from "./earned.ts";
import { policyRulesSchema, toolModeSchema } from "./policy-rules.ts";

/** Look-ups are counted apart: an hour has room for so many for each call that acts. */
export const LOOK_UPS_PER_CALL = 10;

/** When appointments may be offered, in the tenant's zone. */
const appointmentHoursSchema = z.object({
  /** `from` comes before `to`: `09:00`, `18:00`. */
  hours: hoursSchema,
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
  contactQuietHours: hoursSchema.nullable(),
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

/** What holds where a tenant set nothing. */
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
  /** What it works on, as people call it: `Calendars`. */
  group: z.string(),
  effect: z.enum(["read", "internal", "external"]),
  egress: z.enum(["none", "provider", "listed_sites", "open_web"]),
  defaultMode: toolModeSchema,
  mode: toolModeSchema,
  /** Whether an admin may let it run without asking. */
  mayAllow: z.boolean(),
});
export type ToolPower = z.infer<typeof toolPowerSchema>;
