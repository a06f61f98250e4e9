/** The page's entry: providers, routes, and what happens when a session ends. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Toasty } from "@cloudflare/kumo/components/toast";
import { ApiError } from "./api/api-error.ts";
import { onSessionOver } from "./api/call.ts";
import { startWorker } from "./components/install/start-worker.ts";
import { toasts } from "./components/toasts.ts";
import { makeRouter } from "./routes.tsx";
import "./app.css";

const RETRIES = 2;

const queryClient = new QueryClient({
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

startWorker();

onSessionOver(() => {
  const here = router.state.location;
  if (["/sign-in", "/signed-in", "/"].includes(here.pathname)) return;
  queryClient.clear();
  void router.navigate({ to: "/sign-in", search: { next: here.href, over: true } });
});

const root = document.getElementById("app");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Toasty toastManager={toasts}>
          <RouterProvider router={router} />
        </Toasty>
      </QueryClientProvider>
    </StrictMode>,
  );
}
