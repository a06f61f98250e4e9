/** Composition of what a conversation has to tell people: on their devices, or as the answer to whoever texted. */
import type { Notice } from "../conversations/index.ts";
import { answerByText, tell, type TextColleagueDeps } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { findTexting } from "./accounts.ts";
import { directTextDeps } from "./direct-text.ts";
import { notificationDeps } from "./notifications.ts";

/** What texting a colleague by a standing rule is given. */
export async function textColleagueDeps(env: Env, tenantId: string): Promise<TextColleagueDeps> {
  const { approvals, textFrom } = await directTextDeps(env, tenantId);
  return { approvals, textFrom, texting: () => findTexting(env, tenantId) };
}

/** Tells a notice of one tenant's conversation; a repeat tells no one again. Cheap. */
export function teller(env: Env, tenantId: string): (notice: Notice) => Promise<void> {
  const notifications = notificationDeps(env, tenantId);
  return async (notice) =>
    notice.kind === "texted" && notice.askedBy !== undefined
      ? answerByText({ notifications, texts: () => textColleagueDeps(env, tenantId) }, notice, notice.askedBy)
      : tell(notifications, notice);
}
