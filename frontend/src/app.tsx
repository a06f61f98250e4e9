/** The page's entry: providers, routes, and what happens when a session ends. */
import { StrictMode, useEffect, useState, type ComponentType } from "react";
import { createRoot } from "react-dom/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { CSPProvider } from "@cloudflare/kumo/primitives/csp-provider";
import { ApiError } from "./api/api-error.ts";
import { onSessionOver } from "./api/call.ts";
import { mutationCache } from "./api/mutations.ts";
import { startWorker } from "./components/install/start-worker.ts";
import { PlacesProvider } from "./components/places-context.tsx";
import { DOORS, PLACES } from "./places.ts";
import { makeRouter } from "./routes.tsx";
import "./app.css";

const RETRIES = 2;

const queryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      retry: (failures, error) =>
        failures < RETRIES && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});

const router = makeRouter(queryClient);
const TABLE = { places: PLACES, doors: DOORS };

startWorker();

onSessionOver(() => {
  const here = router.state.location;
  if (["/sign-in", "/signed-in", "/new-team", "/"].includes(here.pathname)) return;
  queryClient.clear();
  void router.navigate({ to: "/sign-in", search: { next: here.href, over: true } });
});

const TRY_AGAIN_MS = 5000;

/** Loaded when idle, and retried: the offline notice needs it while the network is down. */
function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    let timer = 0;
    const load = (): void => {
      import("./components/toaster.tsx").then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => (timer = window.setTimeout(load, TRY_AGAIN_MS)),
      );
    };
    timer = window.setTimeout(load, document.readyState === "complete" ? 300 : 1000);
    return () => window.clearTimeout(timer);
  }, []);
  return Toaster ? <Toaster /> : null;
}

const root = document.getElementById("app");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <CSPProvider disableStyleElements>
          <PlacesProvider value={TABLE}>
            <RouterProvider router={router} />
          </PlacesProvider>
          <Toasts />
        </CSPProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
