/** Every address of the app. A page is one line here and one folder under `pages/`; each is loaded when it is first opened. */
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { ApiError } from "./api/api-error.ts";
import { meQuery } from "./api/queries.ts";
import { NotFoundPage, PageError, PagePending } from "./components/page-states.tsx";
import { safeNext } from "./components/safe-next.ts";
import { Shell } from "./components/shell.tsx";
import { whenReachable } from "./components/when-reachable.ts";
import { SignInPage } from "./pages/sign-in/sign-in-page.tsx";
import { SignedInPage } from "./pages/sign-in/signed-in-page.tsx";
import { soughtMessage } from "./pages/conversation/sought-message.ts";
import { searchParams } from "./pages/search/search-params.ts";
import { rememberStranger, StrangerPage } from "./pages/sign-in/stranger-page.tsx";
import { workspaceSearch } from "./pages/workspace/search-params.ts";

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: SignInPage,
  // Every key is named, also when it is refused: what is left out here would pass unchecked.
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

const stranger = createRoute({
  getParentRoute: () => root,
  path: "/stranger",
  component: StrangerPage,
});

const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  component: Shell,
  pendingComponent: PagePending,
  errorComponent: PageError,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(meQuery);
    } catch (error) {
      if (error instanceof ApiError && error.code === "unauthenticated") {
        redirect({
          to: "/sign-in",
          search: location.pathname === "/" ? {} : { next: location.href },
          throw: true,
        });
      }
      if (error instanceof ApiError && error.code === "stranger") {
        rememberStranger(error.message);
        redirect({ to: "/stranger", throw: true });
      }
      throw error;
    }
  },
});

const home = createRoute({
  getParentRoute: () => inside,
  path: "/",
  beforeLoad: () => {
    redirect({ to: "/conversations", throw: true });
  },
});

const conversations = createRoute({
  getParentRoute: () => inside,
  path: "/conversations",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/conversations/conversations-page.tsx")),
    "ConversationsPage",
  ),
});

const conversationsHome = createRoute({
  getParentRoute: () => conversations,
  path: "/",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/conversations/nothing-open.tsx")),
    "NothingOpen",
  ),
});

const newConversation = createRoute({
  getParentRoute: () => conversations,
  path: "/new",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/conversation/new-conversation.tsx")),
    "NewConversation",
  ),
});

const conversation = createRoute({
  getParentRoute: () => conversations,
  path: "/$id",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/conversation/conversation-page.tsx")),
    "ConversationPage",
  ),
  validateSearch: soughtMessage,
});

const prompt = createRoute({
  getParentRoute: () => conversations,
  path: "/$id/prompt",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/prompt/prompt-page.tsx")),
    "PromptPage",
  ),
});

const notifications = createRoute({
  getParentRoute: () => inside,
  path: "/notifications",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/notifications/notifications-page.tsx")),
    "NotificationsPage",
  ),
});

const more = createRoute({
  getParentRoute: () => inside,
  path: "/more",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/more/more-page.tsx")),
    "MorePage",
  ),
});

const approvals = createRoute({
  getParentRoute: () => inside,
  path: "/approvals",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/approvals/approvals-page.tsx")),
    "ApprovalsPage",
  ),
});

const approval = createRoute({ getParentRoute: () => approvals, path: "/$id" });

const workspace = createRoute({
  getParentRoute: () => inside,
  path: "/workspace",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/workspace/workspace-page.tsx")),
    "WorkspacePage",
  ),
  validateSearch: workspaceSearch,
});

const workspacePath = createRoute({ getParentRoute: () => workspace, path: "/$" });

const skills = createRoute({
  getParentRoute: () => inside,
  path: "/skills",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/skills/skills-page.tsx")),
    "SkillsPage",
  ),
});

const schedules = createRoute({
  getParentRoute: () => inside,
  path: "/schedules",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/schedules/schedules-page.tsx")),
    "SchedulesPage",
  ),
});

const search = createRoute({
  getParentRoute: () => inside,
  path: "/search",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/search/search-page.tsx")),
    "SearchPage",
  ),
  validateSearch: searchParams,
});

const texts = createRoute({
  getParentRoute: () => inside,
  path: "/texts/$number",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/texts/texts-page.tsx")),
    "TextsPage",
  ),
  validateSearch: (given): { at?: string | undefined } => ({
    at: typeof given["at"] === "string" ? given["at"] : undefined,
  }),
});

const activity = createRoute({
  getParentRoute: () => inside,
  path: "/activity",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/activity/activity-page.tsx")),
    "ActivityPage",
  ),
});

const run = createRoute({
  getParentRoute: () => inside,
  path: "/activity/$id",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/activity/run-page.tsx")),
    "RunPage",
  ),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: "/settings",
  component: lazyRouteComponent(
    whenReachable(() => import("./pages/settings/settings-page.tsx")),
    "SettingsPage",
  ),
});

const settingsRoutes = [
  createRoute({
    getParentRoute: () => settings,
    path: "/",
    beforeLoad: () => {
      redirect({ to: "/settings/notifications", throw: true });
    },
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/notifications",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/settings/notifications.tsx")),
      "NotificationSettings",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/on-call",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/settings/on-call.tsx")),
      "OnCallSettings",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/agents",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/agents/agents.tsx")),
      "AgentSettings",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/agents/$name",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/agents/agent.tsx")),
      "AgentPage",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/texts",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/settings/texts.tsx")),
      "TextSettings",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/email",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/settings/email.tsx")),
      "EmailSettings",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/upkeep",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/settings/upkeep.tsx")),
      "UpkeepSettings",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/mirror",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/settings/mirror.tsx")),
      "MirrorSettings",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/routing",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/settings/routing.tsx")),
      "RoutingSettings",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/policy",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/settings/policy.tsx")),
      "PolicySettings",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/usage",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/settings/usage.tsx")),
      "UsageSettings",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/audit",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/settings/audit.tsx")),
      "AuditSettings",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/sessions",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/settings/sessions.tsx")),
      "SessionSettings",
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/team",
    component: lazyRouteComponent(
      whenReachable(() => import("./pages/settings/team.tsx")),
      "TeamSettings",
    ),
  }),
] as const;

const tree = root.addChildren([
  signIn,
  signedIn,
  stranger,
  inside.addChildren([
    home,
    conversations.addChildren([conversationsHome, newConversation, conversation, prompt]),
    approvals.addChildren([approval]),
    workspace.addChildren([workspacePath]),
    skills,
    schedules,
    search,
    texts,
    activity,
    run,
    notifications,
    more,
    settings.addChildren(settingsRoutes),
  ]),
]);

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultPendingMs: 150,
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
