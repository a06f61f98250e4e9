/** Turns a row of `places.ts` into a route and a menu entry. The root routes are here because pages must not import the table. */
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
import type { Group, Menu } from "./menu.ts";

/** A page's module: the page itself and its queries. */
interface PageModule {
  readonly default: ComponentType;
  /** Prefetches the page's data on hover and on navigation. */
  readonly warm?: (client: QueryClient, params: Readonly<Record<string, string | undefined>>) => void;
}

export type Load = () => Promise<PageModule>;

export interface Place {
  readonly route: AnyRoute;
  readonly parent: AnyRoute;
  readonly path: string;
  readonly menu: Menu | null;
  /** The door behind which it is, though no menu shows it. */
  readonly behind: Group | null;
}

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
});

/** Parent of everything that needs a signed-in person; `routes.tsx` adds the shell. */
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

/** Waits for the page's code but not for its data, so a page renders at once with cached data. The component reports a failed import. */
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

/** A full-width page beside the rail. Menus show it, or only know the door it is behind. `search` validates its search parameters. */
export function place<const Path extends string, Search extends object = Record<never, never>>(
  path: Path,
  load: Load,
  menu: Menu | Group | null = null,
  search: ((given: Record<string, unknown>) => Search) | null = null,
) {
  const route = createRoute({
    getParentRoute: () => inside,
    path,
    ...loading(load),
    validateSearch: (given: Record<string, unknown>): Search => search?.(given) ?? ({} as Search),
  });
  const isShown = menu !== null && typeof menu === "object";
  return { route, parent: inside, path, menu: isShown ? menu : null, behind: isShown ? menu.group : menu };
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
  return { route, parent: outer.route, path: outer.path + path, menu, behind: null };
}
