/**
 * Saves an approved SKILL.md, through its owner's command. Compare-and-set on the version shown: if the skill
 * has changed since, nothing is written.
 */
import * as z from "zod";
import { causeOf } from "../../approvals/index.ts";
import { saveSkill, skillPath } from "../skills/index.ts";
import { defineEffect } from "../../approvals/effects/define-effect.ts";
import { onOwnFiles } from "../../approvals/effects/own-files.ts";
import { documentSchema as fileDocumentSchema, fileUnchanged, lookUpWritten, WRITTEN } from "./file-write.ts";

const documentSchema = z.strictObject({
  /** Its folder below `skills/`. */
  skill: z.string().min(1),
  ...fileDocumentSchema.shape,
});

export const skillSave = defineEffect({
  kind: "skill.save",
  document: documentSchema,
  words: { name: "Skill", plural: "skills", verb: "save", done: "Saved" },
  says: ({ skill, base }) => ({
    title: base === null ? `New skill ${skill}` : `Change to the skill ${skill}`,
    target: skill,
    ask: base === null ? `Save the new skill ${skill}?` : `Save a change to the skill ${skill}?`,
    sent: base === null ? `Skill made: ${skill}` : `Skill changed: ${skill}`,
  }),
  layout: [
    { path: "/skill", label: "Skill", role: "recipient" },
    { path: "/path", label: "File", role: "detail", format: "file" },
    ...WRITTEN,
  ],
  audience: () => "team",
  threadKey: ({ path }) => `file:${path}`,
  preconditions: [fileUnchanged],
  recovery: "look_up",
  async perform({ skill, content, base, source }, tenant, effectId) {
    const files = tenant.files();
    const row = await onOwnFiles(async () =>
      saveSkill(files, {
        id: skill,
        content,
        base,
        origin: {
          author: { kind: "agent", id: "steward", name: "Steward" },
          ...(await causeOf(files.db, effectId)),
          reviewed: true,
          ...(source === null ? {} : { source }),
        },
      }),
    );
    return { providerId: row.etag };
  },
  lookUp: ({ skill, content }, tenant, options) =>
    lookUpWritten({ path: skillPath(skill), content }, tenant, options),
});
