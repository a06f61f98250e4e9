/** Which skill of the team a run works by that nobody asked for: the file as it is in the workspace when the run starts. */
import type { RunSkill } from "../agents/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { ConversationIdentity } from "../protocol/objects.ts";
import { findFile } from "../workspace/index.ts";
import { workspace } from "./workspace.ts";

/** What leads are judged by. The criteria are the team's, in its own file, and nowhere in the code. */
export const LEAD_SKILL = "skills/lead-qualification/SKILL.md";

/** The skill of a run; null where it works by none. One that is missing or cannot be read comes without a version. Never throws. */
export async function skillFor(
  env: Env,
  tenantId: string,
  { trigger }: ConversationIdentity,
): Promise<RunSkill | null> {
  if (trigger?.check !== "leads") return null;
  try {
    const file = await findFile(workspace(env, tenantId), LEAD_SKILL);
    if (file !== null) return { path: LEAD_SKILL, version: file.row.etag, content: file.content };
  } catch (error) {
    systemLogger.warn("skill.not_read", { tenantId, error });
  }
  return { path: LEAD_SKILL, version: null, content: "" };
}
