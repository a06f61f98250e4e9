/** Knowledge sources: visible to everyone, changed by admins. */
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
  serve(app, sources, ({ services, tenantId, principal }) =>
    services.knowledge(tenantId).sources(principal.user.id),
  );

  serve(app, estimate, ({ services, tenantId, body }) => services.knowledge(tenantId).estimate(body));

  serve(app, add, ({ services, tenantId, principal, body }) =>
    services.knowledge(tenantId).add(body, actorOf(principal)),
  );

  serve(app, act, ({ services, tenantId, principal, param, body }) =>
    services.knowledge(tenantId).act(param("id"), body.to, actorOf(principal)),
  );

  serve(app, change, ({ services, tenantId, principal, param, body }) =>
    services.knowledge(tenantId).change(param("id"), body, actorOf(principal)),
  );

  serve(app, remove, async ({ services, tenantId, principal, param }) => {
    await services.knowledge(tenantId).remove(param("id"), actorOf(principal));
    return OK;
  });

  serve(app, items, ({ services, tenantId, principal, param, query }) =>
    services.knowledge(tenantId).items(principal.user.id, param("id"), query),
  );

  serve(app, item, async ({ services, db, tenantId, principal, param }) => {
    const found = await services.knowledge(tenantId).item(principal.user.id, param("id"));
    const [entities = []] = await entitiesOf(db, [{ source: found.kind, id: found.id }], MOST_ENTITIES);
    return { ...found, entities };
  });
}
