/** Wires the setup of a team's first account. */
import * as z from "zod";
import { beginAccounts as begin } from "./index.ts";
import type { SkillFiles } from "./begin.ts";
import type { TenantContext } from "../platform/context.ts";
import { writeOnce } from "../workspace/open-write-once.ts";

/** A file of the deployment, since a team needs it once (api/skill-files.ts). */
const SKILLS = "account-skills.json";
const skillsSchema = z.array(z.tuple([z.string(), z.string()]));

/** Idempotent. */
export function beginAccounts(ctx: TenantContext): Promise<void> {
  return begin({ db: ctx.db, write: writeOnce(ctx), skills: () => readSkills(ctx) });
}

async function readSkills({ deployment, tenantId, log }: TenantContext): Promise<SkillFiles | null> {
  try {
    return skillsSchema.parse(await deployment.document(SKILLS));
  } catch (error) {
    log.error("accounts.skills_unavailable", { tenantId, error: String(error) });
    return null;
  }
}
