/** Search over everything a team has, answered by its own index. */
import { AppError } from "../../kernel/errors.ts";
import { isoTime } from "../../kernel/clock.ts";
import { searchEndpoints, searchSourceSchema, type SearchKind } from "../../protocol/search.ts";
import { dayStartMs } from "../../usage/index.ts";
import { withOpaqueCursor } from "../cursor.ts";
import { serve, type App } from "../serve.ts";

const PAGE = 20;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 3_600_000;

/** Adds them. */
export function searchRoutes(app: App): void {
  serve(app, searchEndpoints.search, async ({ services, tenantId, principal, query }) => {
    const { timeZone } = principal.tenant;
    const sources = sourcesOf(query.sources);
    const index = await services.search(tenantId);
    return withOpaqueCursor(query, ({ cursor }) =>
      index.query(tenantId, {
        q: query.q,
        limit: query.limit ?? PAGE,
        typing: query.typing === "1",
        ...(cursor === undefined ? {} : { cursor }),
        ...(sources === undefined ? {} : { sources }),
        ...(query.thread === undefined ? {} : { thread: query.thread }),
        ...(query.from === undefined ? {} : { from: startOf(query.from, timeZone) }),
        ...(query.to === undefined ? {} : { to: endOf(query.to, timeZone) }),
      }),
    );
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
    if (!source.success) throw new AppError("invalid_request", "There is no such source.");
    return source.data;
  });
}

function startOf(moment: string, timeZone: string): string {
  return DAY.test(moment) ? isoTime(dayStartMs(moment, timeZone)) : moment;
}

/** Exclusive: a day counts whole, also one of 23 or 25 hours. */
function endOf(moment: string, timeZone: string): string {
  if (!DAY.test(moment)) return moment;
  const following = isoTime(Date.parse(`${moment}T00:00:00Z`) + DAY_MS).slice(0, 10);
  return isoTime(dayStartMs(following, timeZone));
}
