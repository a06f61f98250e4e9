/**
 * Skills on the wire: folders `skills/<name>` or `skills/<group>/<name>` of the workspace with a SKILL.md to the Agent Skills specification
 * (agentskills.io/specification, 2026-11). Their files are read and written through the workspace; this says which skills there are, whether
 * each is valid, switched on, and when a run last used it.
 */
import * as z from "zod";
import { pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { fileAuthorSchema } from "./workspace-change.ts";

/** Bounds of a skill. Lengths of name, description and compatibility are the specification's. */
export const SKILL_LIMITS = {
  nameChars: 64,
  descriptionChars: 1024,
  compatibilityChars: 500,
  frontmatterChars: 8_000,
  /** The specification's advice for a body; more is allowed and warned of. */
  bodyLines: 500,
  /** Skills of one team that are looked at. */
  skills: 200,
  /** What every prompt holds of all skills together, in characters. */
  indexChars: 6_000,
} as const;

/** What keeps a SKILL.md from working, or is worth a second look. `line` counts from 1. */
export const skillProblemSchema = z.object({
  /** The field it is about: `name`, `description`, …, `frontmatter`, `body` or `folder`. */
  field: z.string(),
  message: z.string(),
  line: z.number().int().nullable(),
});
export type SkillProblem = z.infer<typeof skillProblemSchema>;

/** A file of a skill beside its SKILL.md; `path` is relative to the skill's folder. */
export const skillResourceSchema = z.object({
  path: z.string(),
  kind: z.enum(["reference", "script", "asset", "other"]),
  sizeBytes: z.number().int(),
});
export type SkillResource = z.infer<typeof skillResourceSchema>;

/** Recent uses of a skill are counted to this many. */
export const MOST_RECENT = 100;

/** One skill. */
export const skillSchema = z.object({
  /** Its folder below `skills/`: `lead-qualification`, `search/name-lookup`. What `load_skill` takes. */
  id: z.string(),
  name: z.string(),
  group: z.string().nullable(),
  /** Its folder in the workspace. */
  path: z.string(),
  /** Its SKILL.md in the workspace. */
  file: z.string(),
  /** Empty where it cannot be read. */
  description: z.string(),
  license: z.string().nullable(),
  compatibility: z.string().nullable(),
  /** What the file says of itself besides, the fields Steward makes no use of among it; nested names with a dot. */
  metadata: z.record(z.string(), z.string()),
  /** A valid skill that is switched on stands in every prompt's index and can be loaded. */
  valid: z.boolean(),
  problems: z.array(skillProblemSchema),
  warnings: z.array(skillProblemSchema),
  enabled: z.boolean(),
  /** Who switched it last, and when; null where no one ever did. */
  switched: z.object({ by: z.string(), at: timeSchema }).nullable(),
  resources: z.array(skillResourceSchema),
  etag: z.string(),
  updatedAt: timeSchema,
  author: fileAuthorSchema,
  /** Where text from outside in its SKILL.md came from; null where there is none. */
  source: z.string().nullable(),
  lastUse: z.object({ runId: z.string(), conversationId: z.string(), at: timeSchema }).nullable(),
  /** Runs that used it in the last 30 days, counted to `MOST_RECENT`. */
  recentUses: z.number().int(),
});
export type Skill = z.infer<typeof skillSchema>;

/** A skill to start from. */
export const skillTemplateSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Files it makes, relative to the skill's folder. */
  files: z.array(z.string()),
});
export type SkillTemplate = z.infer<typeof skillTemplateSchema>;

/** One run's use of a skill. */
export const skillUseSchema = z.object({
  skill: z.string(),
  name: z.string(),
  runId: z.string(),
  conversationId: z.string(),
  /** The version of its SKILL.md that was read. */
  etag: z.string(),
  at: timeSchema,
});
export type SkillUse = z.infer<typeof skillUseSchema>;

const skillIdSchema = z.string().min(1).max(200);
const nameSchema = z.string().min(1).max(200);

/** Endpoints of skills. A skill's id holds slashes, so it stands in query or body. */
export const skillEndpoints = {
  /** All skills by id, invalid and switched-off ones too, and what prompts hold of them. */
  skills: endpoint({
    method: "GET",
    path: "/api/skills",
    output: pageOf(skillSchema).extend({
      index: z.object({ usedChars: z.number().int(), capChars: z.number().int(), cut: z.boolean() }),
    }),
  }),
  skill: endpoint({
    method: "GET",
    path: "/api/skills/one",
    query: z.object({ id: skillIdSchema }),
    output: skillSchema,
  }),
  skillTemplates: endpoint({
    method: "GET",
    path: "/api/skills/templates",
    output: z.object({ items: z.array(skillTemplateSchema) }),
  }),
  /** Makes a skill from a template. 409 `exists`; 422 `invalid_arguments` with `details.problems`. */
  createSkill: endpoint({
    method: "POST",
    path: "/api/skills",
    body: z.object({
      name: nameSchema,
      group: nameSchema.optional(),
      description: z.string().max(2_000).optional(),
      template: z.string().min(1).max(64),
    }),
    output: skillSchema,
    status: 201,
  }),
  /** Switches a skill on or off. In force with the next prompt snapshot; loading it is refused at once. */
  switchSkill: endpoint({
    method: "PUT",
    path: "/api/skills/enabled",
    body: z.object({ id: skillIdSchema, enabled: z.boolean() }),
    output: skillSchema,
  }),
  /** What saving this content at `path` would say; writes nothing. */
  checkSkill: endpoint({
    method: "POST",
    path: "/api/skills/check",
    body: z.object({ path: z.string().min(1).max(2_000), content: z.string().max(512 * 1024) }),
    bodyBytes: 2 * 1024 * 1024,
    output: z.object({
      valid: z.boolean(),
      problems: z.array(skillProblemSchema),
      warnings: z.array(skillProblemSchema),
    }),
  }),
  /** Uses, newest first. */
  skillUses: endpoint({
    method: "GET",
    path: "/api/skills/uses",
    query: pageQuerySchema.extend({ id: skillIdSchema.optional() }),
    output: pageOf(skillUseSchema),
  }),
} as const;
