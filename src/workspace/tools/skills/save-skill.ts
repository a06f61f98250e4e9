import * as z from "zod";
import { skillSave } from "../../effects/skill-save.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { skillPath } from "../../skills/index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import { CONTENT_CHARS, reviewedChange } from "../files/propose-write.ts";
import { OUTSIDE_TEXT_RULE } from "../files/provenance.ts";
import type { SkillServices } from "./index.ts";

/** Creates a skill or replaces its instructions after approval. */
export const saveSkill = defineTool({
  name: "save_skill",
  title: "Save a skill",
  done: "Drafted a skill",
  description:
    "Makes a skill or replaces its SKILL.md, after a person has approved it: skill 'search/name-lookup', content the whole file ('---', name and description in YAML, '---', then the " +
    "instructions). Only where a person of the team asks for it. To change a skill, load_skill it whole first.",
  keywords:
    "teach instructions playbook procedure create change edit update write SKILL.md workflow how we do",
  input: z.strictObject({
    skill: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^[^/]+(?:\/[^/]+)?$/, "must be a name, or a group and a name")
      .describe("Its name, or group/name: lower-case letters, digits and hyphens"),
    content: z.string().min(1).max(CONTENT_CHARS).describe("The whole SKILL.md"),
  }),
  effect: "external",
  egress: "none",
  defaultMode: "ask",
  // Every prompt includes what skills say.
  mayAllow: false,
  effects: [skillSave.kind],
  summarize: ({ skill }) => `Drafting the skill ${skill}`,
  async resolve({ skill, content }, { files }: SkillServices, call): Promise<Resolution> {
    const path = skillPath(skill);
    // Outside its run, the origin of a call is unknown, so it counts as influenced by untrusted content.
    const judged = call.asker === null ? { ...call, rule: OUTSIDE_TEXT_RULE } : call;
    const apply = (): string => content.replace(/\r\n?/g, "\n");
    const change = await reviewedChange(files, judged, { path, apply });
    if (change.kind !== "change") return change;
    const { document, lints } = change;
    return {
      kind: "resolved",
      effects: [skillSave.of({ skill, ...document })],
      observed: [],
      lints: [...lints],
      urgent: false,
    };
  },
});
