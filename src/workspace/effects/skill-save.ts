/**
 * Saves an approved SKILL.md, through its owner's command. Compare-and-set on the version shown: if the skill
 * has changed since, nothing is written.
 */
import * as z from "zod";
import { causeOf } from "../../approvals/index.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { saveSkill, skillPath } from "../skills/index.ts";
import { findVersionSince } from "../index.ts";
import { defineEffect, sinceClaim } from "../../approvals/effects/define-effect.ts";
import { onOwnFiles } from "../../approvals/effects/own-files.ts";
import { fileUnchanged } from "./file-write.ts";

const documentSchema = z.strictObject({
  /** Its folder below `skills/`. */
  skill: z.string().min(1),
  path: z.string().min(1),
  /** The diff shown to the approver, from version `base` to `content`. */
  diff: z.string(),
  content: z.string(),
  /** The version being replaced; null for a new skill. */
  base: z.string().nullable(),
  /** Source of untrusted content that influenced it. */
  source: z.string().nullable(),
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
    { path: "/source", label: "Includes outside content", role: "notice" },
    { path: "/diff", label: "What would change", role: "diff" },
    { path: "/content", label: "Full preview", role: "preview" },
    { path: "/base", label: "Version", role: "id" },
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
  /** Our own tables have no lag: what is not there was not written. */
  async lookUp({ skill, content }, tenant, options) {
    const found = await findVersionSince(tenant.files(), {
      path: skillPath(skill),
      sha256: await sha256Hex(content),
      since: sinceClaim(options),
      except: options.takenProviderIds,
    });
    return found === null ? { kind: "absent" } : { kind: "found", done: { providerId: found } };
  },
});
