/** Knowledge sources: visible to everyone, changed by admins. */
import { entitiesOf } from "../entities/index.ts";
import { knowledgeEndpoints } from "../api/knowledge.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";
import { knowledgeOffers, knowledgeDeps } from "../sources/open.ts";
import { knowledgePagesOf, type KnowledgePages } from "../sources/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { summaryPrice } from "../../messaging/open-summaries.ts";
import { vectorsMicroUsd } from "../open.ts";
import { userActor } from "../../platform/audit/index.ts";

/** Entities listed on an item's page. */
const MOST_ENTITIES = 12;

export function knowledgeRoutes(app: App): void {
  const { sources, startSync, syncs, sync, estimate, add, act, change, remove, items, item } =
    knowledgeEndpoints;
  serve(app, sources, ({ ctx, principal }) => knowledgePages(ctx).sources(principal.user.id));

  serve(app, estimate, ({ ctx, body }) => knowledgePages(ctx).estimate(body));

  serve(app, add, ({ ctx, principal, body }) => knowledgePages(ctx).add(body, userActor(principal.user)));

  serve(app, startSync, ({ ctx, principal, body }) =>
    knowledgePages(ctx).startSync(body.sources, userActor(principal.user)),
  );

  serve(app, syncs, async ({ ctx }) => ({ items: await knowledgePages(ctx).syncs() }));

  serve(app, sync, ({ ctx, param }) => knowledgePages(ctx).sync(param("id")));

  serve(app, act, ({ ctx, principal, param, body }) =>
    knowledgePages(ctx).act(param("id"), body.to, userActor(principal.user)),
  );

  serve(app, change, ({ ctx, principal, param, body }) =>
    knowledgePages(ctx).change(param("id"), body, userActor(principal.user)),
  );

  serve(app, remove, async ({ ctx, principal, param }) => {
    await knowledgePages(ctx).remove(param("id"), userActor(principal.user));
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

/** Cheap: opens nothing. */
function knowledgePages(ctx: TenantContext): KnowledgePages {
  return knowledgePagesOf({
    ...knowledgeDeps(ctx),
    offers: () => knowledgeOffers(ctx.db),
    summaryMicroUsd: summaryPrice(ctx),
    vectorsMicroUsd: (tokens) => vectorsMicroUsd(ctx, tokens),
    wake: (kind = "knowledge.sync") => ctx.wake(kind),
  });
}
