/**
 * Wire contract of skills: folders `skills/<name>` or `skills/<group>/<name>` of the workspace, with a
 * SKILL.md as defined by the Agent Skills specification (agentskills.io/specification, 2026-11). Their files
 * are read and written through the workspace; these endpoints list skills with their validity, on/off state
 * and last use.
 */
import * as z from "zod";
import { pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { fileAuthorSchema } from "../../platform/api/workspace-change.ts";

/** Limits of a skill. Lengths of name, description and compatibility are from the specification. */
export const SKILL_LIMITS = {
  nameChars: 64,
  descriptionChars: 1024,
  compatibilityChars: 500,
  frontmatterChars: 8_000,
  /** Recommended maximum by the specification; longer bodies only cause a warning. */
  bodyLines: 500,
  /** Maximum skills read per team. */
  skills: 200,
  /** Maximum characters of the skill index in every prompt. */
  indexChars: 6_000,
} as const;

/** An error or warning about a SKILL.md. `line` starts at 1. */
export const skillProblemSchema = z.object({
  /** The field concerned: `name`, `description`, …, `frontmatter`, `body` or `folder`. */
  field: z.string(),
  message: z.string(),
  line: z.number().int().nullable(),
});
export type SkillProblem = z.infer<typeof skillProblemSchema>;

/** A file of a skill besides its SKILL.md; `path` is relative to the skill's folder. */
export const skillResourceSchema = z.object({
  path: z.string(),
  kind: z.enum(["reference", "script", "asset", "other"]),
  sizeBytes: z.number().int(),
});
export type SkillResource = z.infer<typeof skillResourceSchema>;

/** Recent uses are counted up to this number. */
export const MOST_RECENT = 100;

export const skillSchema = z.object({
  /** Its folder below `skills/`: `lead-qualification`, `search/name-lookup`. The argument of `load_skill`. */
  id: z.string(),
  name: z.string(),
  group: z.string().nullable(),
  /** Its folder in the workspace. */
  path: z.string(),
  /** Its SKILL.md in the workspace. */
  file: z.string(),
  /** Empty if unreadable. */
  description: z.string(),
  license: z.string().nullable(),
  compatibility: z.string().nullable(),
  /** Other front matter fields, including those Steward ignores; nested names are joined with dots. */
  metadata: z.record(z.string(), z.string()),
  /** Valid skills that are switched on are in every prompt's index and can be loaded. */
  valid: z.boolean(),
  problems: z.array(skillProblemSchema),
  warnings: z.array(skillProblemSchema),
  enabled: z.boolean(),
  /** Who last switched it on or off, and when; null if never. */
  switched: z.object({ by: z.string(), at: timeSchema }).nullable(),
  resources: z.array(skillResourceSchema),
  etag: z.string(),
  updatedAt: timeSchema,
  author: fileAuthorSchema,
  /** Source of untrusted content in its SKILL.md; null if there is none. */
  source: z.string().nullable(),
  lastUse: z.object({ runId: z.string(), conversationId: z.string(), at: timeSchema }).nullable(),
  /** Runs that used it in the last 30 days, counted up to `MOST_RECENT`. */
  recentUses: z.number().int(),
});
export type Skill = z.infer<typeof skillSchema>;

export const skillTemplateSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Files it creates, relative to the skill's folder. */
  files: z.array(z.string()),
});
export type SkillTemplate = z.infer<typeof skillTemplateSchema>;

/** A run's use of a skill. */
export const skillUseSchema = z.object({
  skill: z.string(),
  name: z.string(),
  runId: z.string(),
  conversationId: z.string(),
  /** The version of SKILL.md that was read. */
  etag: z.string(),
  at: timeSchema,
});
export type SkillUse = z.infer<typeof skillUseSchema>;

const skillIdSchema = z.string().min(1).max(200);
const nameSchema = z.string().min(1).max(200);

/** Endpoints of skills. Skill IDs contain slashes, so they are passed in query or body. */
export const skillEndpoints = {
  /** All skills by ID, including invalid and switched-off ones, and the size of the prompt index. */
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
  /** Creates a skill from a template. 409 `exists`; 422 `invalid_arguments` with `details.problems`. */
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
  /** Switches a skill on or off. Prompts change with the next snapshot; loading is refused immediately. */
  switchSkill: endpoint({
    method: "PUT",
    path: "/api/skills/enabled",
    body: z.object({ id: skillIdSchema, enabled: z.boolean() }),
    output: skillSchema,
  }),
  /** Validates content for `path` without saving. */
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
  /** Newest first. */
  skillUses: endpoint({
    method: "GET",
    path: "/api/skills/uses",
    query: pageQuerySchema.extend({ id: skillIdSchema.optional() }),
    output: pageOf(skillUseSchema),
  }),
} as const;
