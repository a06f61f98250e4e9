/** Builds the router from the table of places, plus the few pages that work without sign-in. */
import type { QueryClient } from "@tanstack/react-query";
import { createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { mustBeSignedIn } from "./components/must-be-signed-in.ts";
import { NotFoundPage, PageError, PagePending } from "./components/page-states.tsx";
import { safeNext } from "./components/safe-next.ts";
import { Shell } from "./components/shell/shell.tsx";
import { SignInPage } from "./team/sign-in/sign-in-page.tsx";
import { SignedInPage } from "./team/sign-in/signed-in-page.tsx";
import { StrangerPage } from "./team/sign-in/stranger-page.tsx";
import { inside, root, type Place } from "./place.ts";
import { PLACES } from "./places.ts";

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: SignInPage,
  // Lists every key, also rejected ones: keys left out here would pass unvalidated.
  validateSearch: (search): { next?: string | undefined; over?: boolean | undefined } => ({
    next: safeNext(search["next"]),
    over: search["over"] === true ? true : undefined,
  }),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  path: "/signed-in",
  component: SignedInPage,
  validateSearch: (search): { next?: string | undefined } => ({ next: safeNext(search["next"]) }),
});

const stranger = createRoute({ getParentRoute: () => root, path: "/stranger", component: StrangerPage });

const join = createRoute({
  getParentRoute: () => root,
  path: "/join",
  component: lazyRouteComponent(() => import("./team/sign-in/join-page.tsx")),
});

const newTeam = createRoute({
  getParentRoute: () => root,
  path: "/new-team",
  component: lazyRouteComponent(() => import("./team/sign-in/new-team-page.tsx")),
});

const teamDeleted = createRoute({
  getParentRoute: () => root,
  path: "/team-deleted",
  component: lazyRouteComponent(() => import("./team/sign-in/team-deleted-page.tsx")),
});

/** The authorization endpoint to which an app redirects a person (src/mcp/server/metadata.ts). */
const authorize = createRoute({
  getParentRoute: () => root,
  path: "/authorize",
  beforeLoad: ({ context }) => {
    const { pathname, search } = window.location;
    return mustBeSignedIn(context.queryClient, { pathname, href: `${pathname}${search}` });
  },
  component: lazyRouteComponent(() => import("./mcp/authorize-page.tsx")),
});

inside.update({ component: Shell });

const home = createRoute({
  getParentRoute: () => inside,
  path: "/",
  beforeLoad: () => redirect({ to: "/today", throw: true }),
});

/** Any other address, within the shell. */
const unknown = createRoute({ getParentRoute: () => inside, path: "$", component: NotFoundPage });

/** Addresses of pages that have moved. */
const moved = [
  createRoute({
    getParentRoute: () => inside,
    path: "/accounts/explore",
    beforeLoad: () => redirect({ to: "/conversations/new", search: { about: "our accounts" }, throw: true }),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: "/settings/sources",
    beforeLoad: () => redirect({ to: "/sources", throw: true }),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: "/settings/sources/$id",
    beforeLoad: ({ params: { id } }) => redirect({ to: "/sources/$id", params: { id }, throw: true }),
  }),
];

/** The routes of all places, as types: their nesting matters only at run time. */
type RoutesOf<Places extends readonly Place[]> = {
  -readonly [Index in keyof Places]: Places[Index]["route"];
};

function routesWithin(parent: unknown): unknown[] {
  return PLACES.filter((one) => one.parent === parent).map(({ route }) => route);
}

for (const { route } of PLACES) {
  const pages = routesWithin(route);
  if (pages.length > 0) route.addChildren(pages as never);
}

const tree = root.addChildren([
  signIn,
  signedIn,
  stranger,
  join,
  newTeam,
  teamDeleted,
  authorize,
  inside.addChildren([
    home,
    unknown,
    ...moved,
    ...(routesWithin(inside) as unknown as RoutesOf<typeof PLACES>),
  ]),
]);

/** A page that takes longer than this shows a loading state. */
const PENDING_MS = 80;

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultPreloadDelay: 30,
    defaultPendingMs: PENDING_MS,
    defaultPendingMinMs: 0,
    defaultErrorComponent: PageError,
    defaultPendingComponent: PagePending,
    defaultNotFoundComponent: NotFoundPage,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
