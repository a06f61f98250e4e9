/**
 * Routes of skills: list with validity, create from templates, switch on and off. Their files belong to the
 * workspace.
 */
import { workspace } from "../open.ts";
import { skillEndpoints } from "../api/skills.ts";
import {
  checkSkill,
  createSkill,
  getSkill,
  listSkills,
  listUses,
  switchSkill,
  TEMPLATES,
} from "../skills/index.ts";
import { parseFilePath } from "../index.ts";
import { decodeCursor, pageFrom } from "../../platform/http/cursor.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { userActor } from "../../platform/audit/index.ts";

const USES = 50;

export function skillRoutes(app: App): void {
  serve(app, skillEndpoints.skills, async ({ ctx }) => {
    const { items, index } = await listSkills(workspace(ctx));
    const { usedChars, capChars, cut } = index;
    return { items, nextCursor: null, index: { usedChars, capChars, cut } };
  });

  serve(app, skillEndpoints.skillTemplates, async () => ({
    items: TEMPLATES.map(({ id, title, description, files }) => ({ id, title, description, files })),
  }));

  serve(app, skillEndpoints.skill, async ({ ctx, query }) => getSkill(workspace(ctx), query.id));

  serve(app, skillEndpoints.createSkill, async ({ ctx, principal, body }) =>
    createSkill(workspace(ctx), { ...body, author: userActor(principal.user) }),
  );

  serve(app, skillEndpoints.switchSkill, async ({ ctx, principal, body }) =>
    switchSkill(workspace(ctx), { ...body, author: userActor(principal.user) }),
  );

  serve(app, skillEndpoints.checkSkill, async ({ body }) => {
    const { problems, warnings } = checkSkill(parseFilePath(body.path), body.content);
    return { valid: problems.length === 0, problems: [...problems], warnings: [...warnings] };
  });

  serve(app, skillEndpoints.skillUses, async ({ db, query }) => {
    const limit = query.limit ?? USES;
    const [at, runId] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
    const before = at === undefined || runId === undefined ? undefined : { at, runId };
    const rows = await listUses(db, { skillId: query.id, before, limit: limit + 1 });
    return pageFrom(
      rows,
      limit,
      (use) => use,
      (use) => [use.at, use.runId],
    );
  });
}
