/** Search over a team's own index. */
import { timedWords, withNear } from "../search/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { searchEndpoints } from "../api/search.ts";
import { searchSourceSchema, type SearchKind } from "../../platform/api/search.ts";
import { withOpaqueCursor } from "../../platform/http/cursor.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { dayOf, spanIn } from "../../kernel/calendar.ts";
import { definedFields } from "../../kernel/defined-fields.ts";

const PAGE = 20;

export function searchRoutes(app: App): void {
  serve(app, searchEndpoints.search, async ({ ctx, tenantId, principal, query }) => {
    const { timeZone } = principal.tenant;
    const isTimed = query.from !== undefined || query.to !== undefined;
    const said =
      query.days === "1" && !isTimed ? timedWords(query.q, dayOf(ctx.clock.now(), timeZone)) : null;
    const { from, to } = spanIn(said ?? { from: query.from, to: query.to }, timeZone);
    const sources = sourcesOf(query.sources);
    const index = await ctx.objects.search();
    const by = { userId: principal.user.id };
    const q = said?.rest ?? query.q;
    const asked = {
      limit: query.limit ?? PAGE,
      ...definedFields({ sources, thread: query.thread, from, to }),
    };
    const isNear = query.meaning === "1" && query.cursor === undefined;
    const [byWords, near] = await Promise.all([
      withOpaqueCursor(query, ({ cursor }) =>
        index.query(
          tenantId,
          { q, typing: query.typing === "1", ...asked, ...definedFields({ cursor }) },
          by,
        ),
      ),
      isNear ? index.retrieve(tenantId, { question: q, ...asked }, by) : [],
    ]);
    const page = withNear(byWords, near);
    return said === null ? page : { ...page, said: { words: said.words, from: said.from, to: said.to } };
  });

  serve(app, searchEndpoints.status, async ({ ctx, tenantId }) =>
    (await ctx.objects.search()).status(tenantId),
  );

  serve(app, searchEndpoints.rebuild, async ({ ctx, tenantId }) =>
    (await ctx.objects.search()).rebuild(tenantId),
  );
}

/** Throws `invalid_request` for an unknown source. */
function sourcesOf(list: string | undefined): SearchKind[] | undefined {
  if (list === undefined || list === "") return undefined;
  return list.split(",").map((name) => {
    const source = searchSourceSchema.safeParse(name);
    if (!source.success) throw new AppError("invalid_request", "That source doesn’t exist.");
    return source.data;
  });
}
