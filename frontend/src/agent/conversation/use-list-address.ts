import { useRouterState } from "@tanstack/react-router";

/** Address of the list that the open conversation is shown in. */
export function useListAddress(): "/conversations" | "/emails" {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return path.startsWith("/emails") ? "/emails" : "/conversations";
}
