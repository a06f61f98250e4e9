/** What a row of `places.ts` makes: a route, and where menus show it. The routes that all others hang on are here, so that no page imports the table. */
import type { ComponentType } from "react";
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type AnyRoute,
} from "@tanstack/react-router";
import { mustBeSignedIn } from "./components/must-be-signed-in.ts";
import { NotFoundPage, PageError, PagePending } from "./components/page-states.tsx";
import { whenReachable } from "./components/when-reachable.ts";
import type { Menu } from "./menu.ts";

/** A page's module: the page itself, and what it asks the server for. */
interface PageModule {
  readonly default: ComponentType;
  /** Begins to fetch what the page shows: when somebody is about to open it, and when they do. */
  readonly warm?: (client: QueryClient, params: Readonly<Record<string, string | undefined>>) => void;
}

export type Load = () => Promise<PageModule>;

export interface Place {
  readonly route: AnyRoute;
  readonly parent: AnyRoute;
  readonly path: string;
  readonly menu: Menu | null;
}

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
});

/** Around everything that needs somebody signed in; `routes.tsx` gives it the shell. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  pendingComponent: PagePending,
  errorComponent: PageError,
  beforeLoad: ({ context, location }) => mustBeSignedIn(context.queryClient, location),
});

interface Loading {
  readonly context: { readonly queryClient: QueryClient };
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Waits for the page's code, never for an answer: a page draws at once with what is there. Code that does not come is the component's to say. */
function loading(load: Load) {
  const reachable = whenReachable(load);
  return {
    component: lazyRouteComponent(reachable, "default"),
    loader: async ({ context, params }: Loading): Promise<void> => {
      const page = await reachable().catch(() => null);
      page?.warm?.(context.queryClient, params);
    },
  };
}

/** A page with the whole width beside the rail. `search` reads what stands after the question mark of its address. */
export function place<const Path extends string, Search extends object = Record<never, never>>(
  path: Path,
  load: Load,
  menu: Menu | null = null,
  search: ((given: Record<string, unknown>) => Search) | null = null,
) {
  const route = createRoute({
    getParentRoute: () => inside,
    path,
    ...loading(load),
    validateSearch: (given: Record<string, unknown>): Search => search?.(given) ?? ({} as Search),
  });
  return { route, parent: inside, path, menu };
}

/** A page that opens within another one. Without `load` it is only a further address of that one. */
export function placeIn<
  Outer extends AnyRoute,
  const Path extends string,
  Search extends object = Record<never, never>,
>(
  outer: { readonly route: Outer; readonly path: string },
  path: Path,
  load: Load | null,
  menu: Menu | null = null,
  search: ((given: Record<string, unknown>) => Search) | null = null,
) {
  const route = createRoute({
    getParentRoute: () => outer.route,
    path,
    // An outer route of any kind hides from the types that `root` gives every page its query client.
    ...((load === null ? {} : loading(load)) as object),
    validateSearch: (given: Record<string, unknown>): Search => search?.(given) ?? ({} as Search),
  });
  return { route, parent: outer.route, path: outer.path + path, menu };
}
