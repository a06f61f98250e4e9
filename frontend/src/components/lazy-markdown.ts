import { lazy } from "react";
import { whenReachable } from "./when-reachable.ts";

/** Markdown, loaded with the first text that needs it. */
export const Markdown = lazy(whenReachable(() => import("./markdown.tsx")));
