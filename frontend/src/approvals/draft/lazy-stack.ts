import { lazy } from "react";
import { whenReachable } from "../../components/when-reachable.ts";

/** Drafts to decide, loaded with the first of them. */
export const Stack = lazy(
  whenReachable(async () => ({ default: (await import("./stack.tsx")).ApprovalStack })),
);
