import { Link } from "@tanstack/react-router";
import { ArrowUpIcon, CaretRightIcon } from "../../components/icons.ts";
import { crumbsOf, parentOf } from "./paths.ts";

const STEP = "rounded px-1 py-0.5 hover:bg-kumo-tint";

/** The way from the top of the workspace to what is open; each step is a link. On a phone only the last one fits, with the way up beside it. */
export function Crumbs({ path }: { path: string }) {
  const crumbs = crumbsOf(path);
  const last = crumbs.at(-1);
  return (
    <div className="flex min-w-0 items-center gap-1">
      {last ? (
        <Link
          to="/workspace/$"
          params={{ _splat: parentOf(path) }}
          aria-label="Up to the folder above"
          className="-ml-2 grid size-11 shrink-0 place-items-center rounded-lg hover:bg-kumo-tint lg:size-8"
        >
          <ArrowUpIcon aria-hidden className="size-4.5" />
        </Link>
      ) : null}
      <h1 className="min-w-0 text-base font-semibold">
        <span className="sr-only">Workspace: {path}</span>
        {last ? null : <span aria-hidden>Workspace</span>}
        {last ? (
          <span aria-hidden className="block truncate sm:hidden" title={path}>
            {last.name}
          </span>
        ) : null}
      </h1>
      {last ? (
        <nav aria-label="Path" className="min-w-0 max-sm:hidden">
          <ol className="flex min-w-0 items-center text-sm">
            <li className="shrink-0">
              <Link to="/workspace/$" params={{ _splat: "" }} className={`${STEP} -ml-1 text-kumo-subtle`}>
                Workspace
              </Link>
            </li>
            {crumbs.map((crumb, index) => (
              <li key={crumb.path} className="flex min-w-0 items-center last:shrink">
                <CaretRightIcon aria-hidden className="size-3 shrink-0 text-kumo-subtle" />
                <Link
                  to="/workspace/$"
                  params={{ _splat: crumb.path }}
                  title={crumb.name}
                  {...(index === crumbs.length - 1 ? { "aria-current": "page" as const } : {})}
                  className={`${STEP} truncate ${index === crumbs.length - 1 ? "text-base font-semibold" : "text-kumo-subtle"}`}
                >
                  {crumb.name}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
    </div>
  );
}
