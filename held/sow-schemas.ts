const sowDeliverable = z.object({
  name: said(200),
  description: text(1_000),
  acceptance_criteria: z.array(said(300)).max(10),
  estimated_effort_hours: hours,
  /** A phase of the project. */
  phase: text(120),
});

export const sowDraftSchema = z.object({
  title: said(200),
  executive_summary: said(2_000),
  scope_of_work: z.object({
    in_scope: z.array(said(300)).max(30),
    out_of_scope: z.array(said(300)).max(30),
    assumptions: z.array(said(300)).max(30),
  }),
  deliverables: z.array(sowDeliverable).min(1).max(40),
  milestones: z
    .array(z.object({ name: said(200), phase: text(120), deliverables: z.array(said(200)).max(20) }))
    .max(20),
  resource_plan: z
    .array(z.object({ role: said(100), allocation_percentage: z.number().min(0).max(100) }))
    .max(20),
  terms_and_conditions: text(4_000),
  confidence,
});

export const sowSchema = sowDraftSchema.omit({ milestones: true }).extend({
  client_name: z.string(),
  project_name: z.string(),
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
  deliverables: z.array(sowDeliverable.extend({ estimated_cost: z.number(), weak: z.string().nullable() })),
  total_effort_hours: z.number(),
  total_estimated_cost: z.number(),
  payment_schedule: z.array(
    z.object({ milestone: z.string(), amount: z.number(), due_date: z.string().nullable() }),
  ),
  /** What is still to be known before it can be sent. */
  open_points: z.array(z.string()),
});
export type Sow = z.infer<typeof sowSchema>;

