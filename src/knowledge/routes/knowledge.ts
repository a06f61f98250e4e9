/** Knowledge sources: visible to everyone, changed by admins. */
import { knowledgePages } from "../wiring/knowledge-pages.ts";
import type { Actor } from "../../platform/audit/index.ts";
import type { Principal } from "../../platform/auth/index.ts";
import { entitiesOf } from "../entities/index.ts";
import { knowledgeEndpoints } from "../api/knowledge.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

function actorOf({ user: { id, name } }: Principal): Actor {
  return { kind: "user", id, name };
}

/** Entities listed on an item's page. */
const MOST_ENTITIES = 12;

export function knowledgeRoutes(app: App): void {
  const { sources, estimate, add, act, change, remove, items, item } = knowledgeEndpoints;
  serve(app, sources, ({ ctx, principal }) => knowledgePages(ctx).sources(principal.user.id));

  serve(app, estimate, ({ ctx, body }) => knowledgePages(ctx).estimate(body));

  serve(app, add, ({ ctx, principal, body }) => knowledgePages(ctx).add(body, actorOf(principal)));

  serve(app, act, ({ ctx, principal, param, body }) =>
    knowledgePages(ctx).act(param("id"), body.to, actorOf(principal)),
  );

  serve(app, change, ({ ctx, principal, param, body }) =>
    knowledgePages(ctx).change(param("id"), body, actorOf(principal)),
  );

  serve(app, remove, async ({ ctx, principal, param }) => {
    await knowledgePages(ctx).remove(param("id"), actorOf(principal));
    return OK;
  });

  serve(app, items, ({ ctx, principal, param, query }) =>
    knowledgePages(ctx).items(principal.user.id, param("id"), query),
  );

  serve(app, item, async ({ ctx, db, principal, param }) => {
    const found = await knowledgePages(ctx).item(principal.user.id, param("id"));
    const [entities = []] = await entitiesOf(db, [{ source: found.kind, id: found.id }], MOST_ENTITIES);
    return { ...found, entities };
  });
}
