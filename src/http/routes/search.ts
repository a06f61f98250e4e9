/** Search over everything a team has, answered by its own index. */
import { timedWords } from "../../search/index.ts";
import { dayOf, spanIn } from "../../usage/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { searchEndpoints, searchSourceSchema, type SearchKind } from "../../protocol/search.ts";
import { withOpaqueCursor } from "../cursor.ts";
import { serve, type App } from "../serve.ts";

const PAGE = 20;

/** Adds them. */
export function searchRoutes(app: App): void {
  serve(app, searchEndpoints.search, async ({ services, tenantId, principal, query }) => {
    const { timeZone } = principal.tenant;
    const isTimed = query.from !== undefined || query.to !== undefined;
    const said =
      query.days === "1" && !isTimed ? timedWords(query.q, dayOf(services.clock.now(), timeZone)) : null;
    const { from, to } = spanIn(said ?? { from: query.from, to: query.to }, timeZone);
    const sources = sourcesOf(query.sources);
    const index = await services.search(tenantId);
    const page = await withOpaqueCursor(query, ({ cursor }) =>
      index.query(
        tenantId,
        {
          q: said?.rest ?? query.q,
          limit: query.limit ?? PAGE,
          typing: query.typing === "1",
          ...(cursor === undefined ? {} : { cursor }),
          ...(sources === undefined ? {} : { sources }),
          ...(query.thread === undefined ? {} : { thread: query.thread }),
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
        },
        { userId: principal.user.id },
      ),
    );
    return said === null ? page : { ...page, said: { words: said.words, from: said.from, to: said.to } };
  });

  serve(app, searchEndpoints.status, async ({ services, tenantId }) =>
    (await services.search(tenantId)).status(tenantId),
  );

  serve(app, searchEndpoints.rebuild, async ({ services, tenantId }) =>
    (await services.search(tenantId)).rebuild(tenantId),
  );
}

/** Throws `invalid_request` for a source there is none of. */
function sourcesOf(list: string | undefined): SearchKind[] | undefined {
  if (list === undefined || list === "") return undefined;
  return list.split(",").map((name) => {
    const source = searchSourceSchema.safeParse(name);
    if (!source.success) throw new AppError("invalid_request", "That source doesn't exist.");
    return source.data;
  });
}
