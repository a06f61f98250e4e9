/** Which skill of the team a run works by that no one asked for: the file as it is in the workspace when the run starts. */
import type { RunSkill } from "../../agent/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { ConversationIdentity } from "../../agent/api/objects.ts";
import { useSkill } from "./index.ts";
import { workspace } from "../open.ts";

/** What leads are judged by. The criteria are the team's, in its own file, and nowhere in the code. */
const LEAD_SKILL = "lead-qualification";
const LEAD_FILE = `skills/${LEAD_SKILL}/SKILL.md`;

/**
 * The skill of a run; null where it works by none. One that is missing, invalid, switched off or cannot be read comes without a version. The use
 * is recorded with the run. Never throws.
 */
export async function skillFor(
  ctx: TenantContext,
  { trigger, conversationId }: ConversationIdentity,
  runId: string,
): Promise<RunSkill | null> {
  if (trigger?.check !== "leads") return null;
  try {
    const found = await useSkill(workspace(ctx), { name: LEAD_SKILL }, { runId, conversationId });
    if (found.kind === "found") return { path: LEAD_FILE, version: found.etag, content: found.content };
  } catch (error) {
    ctx.log.warn("skill.not_read", { tenantId: ctx.tenantId, error });
  }
  return { path: LEAD_FILE, version: null, content: "" };
}
