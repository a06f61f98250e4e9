/** Search over everything a team has, answered by its own index. */
import { timedWords } from "../../search/index.ts";
import { dayOf, spanIn } from "../../usage/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { FAINT_ANSWER, type FoundPassage } from "../../protocol/search-items.ts";
import {
  searchEndpoints,
  searchSourceSchema,
  type SearchKind,
  type SearchPage,
  type SearchResult,
} from "../../protocol/search.ts";
import { withOpaqueCursor } from "../cursor.ts";
import { serve, type App } from "../serve.ts";

const PAGE = 20;
/** Characters of a passage. */
const SNIPPET = 300;

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
    const by = { userId: principal.user.id };
    const q = said?.rest ?? query.q;
    const asked = {
      limit: query.limit ?? PAGE,
      ...given({ sources, thread: query.thread, from, to }),
    };
    const isNear = query.meaning === "1" && query.cursor === undefined;
    const [byWords, near] = await Promise.all([
      withOpaqueCursor(query, ({ cursor }) =>
        index.query(tenantId, { q, typing: query.typing === "1", ...asked, ...given({ cursor }) }, by),
      ),
      isNear ? index.retrieve(tenantId, { question: q, ...asked }, by) : [],
    ]);
    const page = withNear(byWords, near, asked.limit);
    return said === null ? page : { ...page, said: { words: said.words, from: said.from, to: said.to } };
  });

  serve(app, searchEndpoints.status, async ({ services, tenantId }) =>
    (await services.search(tenantId)).status(tenantId),
  );

  serve(app, searchEndpoints.rebuild, async ({ services, tenantId }) =>
    (await services.search(tenantId)).rebuild(tenantId),
  );
}

type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** Without what was left out. */
function given<Values extends object>(values: Values): Given<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Given<Values>;
}

/** What words found with what lies near in meaning, each thing once. Where likely nothing near is meant, words stand alone. */
function withNear(page: SearchPage, near: readonly FoundPassage[], limit: number): SearchPage {
  if ((near[0]?.answered ?? 0) < FAINT_ANSWER) return page;
  const nameOf = ({ source, id }: Pick<SearchResult, "source" | "id">): string => `${source} ${id}`;
  const found = new Set(page.items.map(nameOf));
  const more = near.filter((one) => !found.has(nameOf(one))).map(resultOf);
  // The next page of words goes on behind all of this one.
  const items =
    page.matched === "all"
      ? [...page.items, ...more.slice(0, limit)]
      : [...near.map(resultOf), ...page.items];
  return { ...page, items: [...new Map(items.map((one) => [nameOf(one), one])).values()] };
}

function resultOf({ source, id, title, text, at, url, thread }: FoundPassage): SearchResult {
  const snippet = text.length > SNIPPET ? `${text.slice(0, SNIPPET)}…` : text;
  return { source, id, title, titleRanges: [], snippet, snippetRanges: [], at, url, thread, meta: {} };
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
