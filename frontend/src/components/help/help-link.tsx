import { Link, useRouterState } from "@tanstack/react-router";
import { QuestionIcon } from "../icons.ts";
import { helpFor } from "./help-pages.ts";

/** Links to the help page for the current page. */
export function HelpLink({ className = "" }: { className?: string }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { id, title } = helpFor(path);
  return (
    <Link
      to="/help/$page"
      params={{ page: id }}
      aria-label={`Help: ${title}`}
      title={`Help: ${title}`}
      className={`touch grid size-8 shrink-0 place-items-center rounded-lg text-kumo-subtle hover:bg-kumo-tint hover:text-kumo-default ${className}`}
    >
      <QuestionIcon aria-hidden className="size-4.5" />
    </Link>
  );
}
