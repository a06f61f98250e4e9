/**
 * Contracts of the agents that run projects. Output field names are public (snake case). A draft is what the
 * model returns: words and choices. The output is stored and shown: its figures and IDs come from the records
 * only.
 */
import * as z from "zod";
import { idSchema } from "../../platform/api/common.ts";

/** Names of the agents that run projects. Persisted. */
export const PROJECT_AGENT_NAMES = [
  "wbs-generator",
  "whats-next",
  "summary-writer",
  "risk-predictor",
  "ai-pm",
  "scope-detector",
  "learning-agent",
  "sow-generator",
  "nl-query",
  "writing-assistant",
] as const;
export const projectAgentNameSchema = z.enum(PROJECT_AGENT_NAMES);
export type ProjectAgentName = z.infer<typeof projectAgentNameSchema>;

/** How often an agent runs in a project on its own. */
export const projectAgentEverySchema = z.enum(["quarter_hour", "daily", "weekly"]);
export type ProjectAgentEvery = z.infer<typeof projectAgentEverySchema>;

/** A model's input by part, and what exceeded its budget. */
export const projectAgentContextSchema = z.object({
  budgetTokens: z.number().int(),
  usedTokens: z.number().int(),
  parts: z.array(
    z.object({
      part: z.enum(["request", "records", "events", "found"]),
      shareTokens: z.number().int(),
      usedTokens: z.number().int(),
      taken: z.number().int(),
      cut: z.number().int(),
      /** Beginnings of the first lines that were cut. */
      cutLines: z.array(z.string()),
    }),
  ),
});
export type ProjectAgentContext = z.infer<typeof projectAgentContextSchema>;

const text = (max: number) => z.string().trim().max(max);
const filledText = (max: number) => text(max).min(1);
const confidence = z.number().min(0).max(1);
const hours = z.number().min(0).max(10_000);
const priority = z.enum(["critical", "high", "medium", "low"]);

/** A work breakdown structure: phases, tasks, subtasks. */
export const wbsDraftSchema = z.object({
  phases: z
    .array(
      z.object({
        name: filledText(120),
        description: text(500),
        tasks: z
          .array(
            z.object({
              title: filledText(200),
              description: text(1_000),
              priority,
              /** Hours. */
              estimated_effort: hours,
              /** Titles of tasks in the same plan. */
              dependencies: z.array(filledText(200)).max(20),
              sub_tasks: z.array(z.object({ title: filledText(200), estimated_effort: hours })).max(20),
            }),
          )
          .max(60),
      }),
    )
    .min(1)
    .max(20),
  confidence,
});
export type WbsDraft = z.infer<typeof wbsDraftSchema>;

export const wbsSchema = wbsDraftSchema.extend({
  phases: z.array(wbsDraftSchema.shape.phases.element.extend({ sort_order: z.number().int() })),
  /** IDs of finished projects its estimates rest on. */
  calibration_sources: z.array(z.string()),
  total_effort: z.number(),
  critical_path_hours: z.number(),
  /** What had to be left out. */
  dropped: z.array(z.string()),
});
export type Wbs = z.infer<typeof wbsSchema>;

export const whatsNextDraftSchema = z.object({
  /** In recommended order. */
  tasks: z.array(z.object({ task_id: filledText(80), reasoning: filledText(300) })).max(10),
});

export const whatsNextSchema = z.object({
  tasks: z.array(
    z.object({
      task_id: z.string(),
      title: z.string(),
      rank: z.number().int(),
      reasoning: z.string(),
      blocking_count: z.number().int(),
      urgency_score: z.number(),
      /** Rank by rules alone. */
      rule_rank: z.number().int(),
    }),
  ),
  generated_at: z.string(),
  algorithm: z.enum(["ai", "rules"]),
});
export type WhatsNext = z.infer<typeof whatsNextSchema>;

export const summaryDraftSchema = z.object({
  highlights: z.array(filledText(300)).max(8),
  blockers: z.array(z.object({ task_id: filledText(80), description: filledText(300) })).max(20),
  narrative: filledText(3_000),
  /** For the client, in business language. Null if not requested. */
  client_narrative: text(3_000).nullable(),
});

export const summarySchema = summaryDraftSchema.extend({
  period: z.enum(["daily", "weekly"]),
  date_range: z.object({ start: z.string(), end: z.string() }),
  completed_count: z.number().int(),
  created_count: z.number().int(),
  blockers: z.array(
    z.object({ task_id: z.string(), title: z.string(), description: z.string(), duration_hours: z.number() }),
  ),
  upcoming_deadlines: z.array(z.object({ task_id: z.string(), title: z.string(), due_date: z.string() })),
  narrative: z.string(),
});
export type Summary = z.infer<typeof summarySchema>;

const riskDraft = z.object({
  category: z.enum(["schedule", "scope", "resource", "dependency", "quality"]),
  severity: priority,
  confidence,
  description: filledText(500),
  /** Numbers of the facts it rests on. */
  evidence: z.array(filledText(20)).min(1).max(10),
  affected_tasks: z.array(filledText(80)).max(20),
  mitigation_suggestions: z.array(filledText(300)).max(5),
  estimated_impact_days: z.number().min(0).max(365),
});

export const riskDraftSchema = z.object({ risks: z.array(riskDraft).max(10) });

export const riskSchema = z.object({
  risks: z.array(
    riskDraft.extend({
      risk_id: z.string(),
      /** The cited facts. */
      evidence: z.array(z.string()).min(1),
      /** The affected tasks by title. Absent in older runs. */
      affected: z.array(z.object({ task_id: z.string(), title: z.string() })).default([]),
    }),
  ),
  overall_health: z.enum(["on_track", "at_risk", "critical"]),
  /** Every measured fact. */
  measured: z.array(z.string()),
  generated_at: z.string(),
});
export type Risks = z.infer<typeof riskSchema>;

/** Maximum characters of a message to a colleague about a task. */
export const NUDGE_CHARS = 200;

export const nudgeDraftSchema = z.object({
  messages: z.array(z.object({ task_id: filledText(80), message: filledText(400) })).max(25),
});

export const nudgesSchema = z.object({
  nudges: z.array(
    z.object({
      task_id: z.string(),
      title: z.string(),
      project_id: z.string(),
      project_name: z.string(),
      kind: z.enum(["nudge", "stalled", "escalation"]),
      to_user_id: z.string(),
      to_name: z.string(),
      quiet_hours: z.number().int(),
      message: z.string().max(NUDGE_CHARS),
      /** The outcome: an approval, a notification, only logged, or why nothing was sent. */
      disposition: z.enum(["proposed", "notified", "noted", "held", "failed"]),
      approval_id: z.string().nullable(),
    }),
  ),
});
export type Nudges = z.infer<typeof nudgesSchema>;

export const scopeDraftSchema = z.object({
  additions: z.array(z.object({ task_id: filledText(80), reason: filledText(300) })).max(60),
  removals: z.array(z.object({ original_title: filledText(200), reason: filledText(300) })).max(60),
  recommendation: filledText(1_000),
});

export const scopeSchema = z.object({
  project_id: z.string(),
  baseline_task_count: z.number().int(),
  current_task_count: z.number().int(),
  /** Tasks added, removed or resized, per hundred of the plan; negative if less is left to do. */
  scope_drift_percentage: z.number(),
  hours_change: z.number(),
  additions: z.array(
    z.object({
      task_id: z.string(),
      title: z.string(),
      reason: z.string(),
      duplicate_of: z.object({ task_id: z.string(), title: z.string() }).nullable(),
    }),
  ),
  removals: z.array(z.object({ original_title: z.string(), reason: z.string() })),
  modifications: z.array(
    z.object({
      task_id: z.string(),
      title: z.string(),
      field: z.string(),
      baseline_value: z.string(),
      current_value: z.string(),
    }),
  ),
  alert_level: z.enum(["none", "info", "warning", "critical"]),
  recommendation: z.string(),
});
export type Scope = z.infer<typeof scopeSchema>;

export const learningDraftSchema = z.object({
  risk_patterns: z
    .array(
      z.object({
        pattern: filledText(300),
        /** Numbers of the facts it rests on. */
        evidence: z.array(filledText(20)).min(1).max(10),
        mitigation_that_worked: text(300),
      }),
    )
    .max(10),
  recommendations: z.array(filledText(300)).max(10),
});

/** How far estimates are off for a member's tasks, or for those with a tag. */
const biasSchema = z.object({
  name: z.string(),
  avg_estimated: z.number(),
  avg_actual: z.number(),
  calibration_factor: z.number(),
  sample_size: z.number().int(),
});
export type EstimateBias = z.infer<typeof biasSchema>;

export const learningSchema = z.object({
  analysis_period: z.object({ start: z.string(), end: z.string() }),
  velocity_metrics: z.object({
    avg_tasks_per_sprint: z.number(),
    completion_rate: z.number(),
    avg_estimation_accuracy: z.number().nullable(),
  }),
  estimation_calibration: z.array(
    z.object({
      task_type: z.string(),
      avg_estimated: z.number(),
      avg_actual: z.number(),
      calibration_factor: z.number(),
      sample_size: z.number().int(),
    }),
  ),
  /** Absent in runs from before they were measured. */
  by_member: z.array(biasSchema).default([]),
  /** By tag, which stands for the domain. */
  by_domain: z.array(biasSchema).default([]),
  risk_patterns: z.array(
    z.object({
      pattern: z.string(),
      frequency: z.number().int(),
      typical_impact_days: z.number(),
      mitigation_that_worked: z.string(),
      evidence: z.array(z.string()),
    }),
  ),
  recommendations: z.array(z.string()),
});
export type Learning = z.infer<typeof learningSchema>;

const scopeOfWork = z.object({
  in_scope: z.array(filledText(300)).max(30),
  out_of_scope: z.array(filledText(300)).max(30),
  assumptions: z.array(filledText(300)).max(30),
});
const sowDeliverable = z.object({
  name: filledText(200),
  description: text(1_000),
  acceptance_criteria: z.array(filledText(300)).max(10),
});

/** A statement of work in the model’s words: each deliverable names the tasks it takes. */
export const sowDraftSchema = z.object({
  title: filledText(200),
  executive_summary: filledText(2_000),
  scope_of_work: scopeOfWork,
  deliverables: z
    .array(sowDeliverable.extend({ tasks: z.array(filledText(80)).max(60) }))
    .min(1)
    .max(40),
  milestones: z
    .array(z.object({ name: filledText(200), deliverables: z.array(filledText(200)).max(20) }))
    .max(20),
  resource_plan: z
    .array(z.object({ role: filledText(100), allocation_percentage: z.number().min(0).max(100) }))
    .max(20),
  terms_and_conditions: text(4_000),
  confidence,
});
export type SowDraft = z.infer<typeof sowDraftSchema>;

/**
 * A statement of work: hours, costs, dates and payments are computed from the project’s tasks and the team’s
 * rates, in US dollars.
 */
export const sowSchema = z.object({
  title: z.string(),
  client_name: z.string(),
  project_name: z.string(),
  executive_summary: z.string(),
  scope_of_work: scopeOfWork,
  deliverables: z.array(
    sowDeliverable.extend({
      estimated_effort_hours: z.number(),
      estimated_cost: z.number(),
      /** The phases of its tasks. */
      phase: z.string(),
      /** Why its hours are a weak estimate; null if they are not. */
      weak: z.string().nullable(),
    }),
  ),
  timeline: z.object({
    start_date: z.string().nullable(),
    end_date: z.string().nullable(),
    milestones: z.array(
      z.object({ name: z.string(), date: z.string().nullable(), deliverables: z.array(z.string()) }),
    ),
  }),
  resource_plan: z.array(
    z.object({ role: z.string(), allocation_percentage: z.number(), rate_per_hour: z.number() }),
  ),
  total_effort_hours: z.number(),
  total_estimated_cost: z.number(),
  payment_schedule: z.array(
    z.object({ milestone: z.string(), amount: z.number(), due_date: z.string().nullable() }),
  ),
  terms_and_conditions: z.string(),
  /** Points to settle before it is sent. */
  open_points: z.array(z.string()),
  confidence: z.number(),
});
export type Sow = z.infer<typeof sowSchema>;

/** What a person changes in a draft before accepting it: a plan's phases, or a statement's words. */
export const projectAgentEditSchema = z.union([
  z.strictObject({ phases: wbsDraftSchema.shape.phases }),
  z.strictObject({
    executive_summary: sowDraftSchema.shape.executive_summary,
    scope_of_work: scopeOfWork,
    terms_and_conditions: sowDraftSchema.shape.terms_and_conditions,
  }),
]);
export type ProjectAgentEdit = z.infer<typeof projectAgentEditSchema>;

/** Input of a run. Each agent uses its own fields. */
export const projectAgentInputSchema = z.object({
  /** Free text: a description to plan from, or what to emphasize. */
  words: text(8_000).optional(),
  /** For summaries. */
  period: z.enum(["daily", "weekly"]).optional(),
  /** For summaries: whether to write one for the client too. */
  forClient: z.boolean().optional(),
  /** For what’s next: whose tasks. Default: the caller's. */
  userId: idSchema.optional(),
});
export type ProjectAgentInput = z.infer<typeof projectAgentInputSchema>;
