import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { ArrowUpIcon, CaretRightIcon } from "../components/icons.ts";
import { useDropTarget, type Moving } from "./dragging.ts";
import { crumbsOf, isFile, nameOf, parentOf } from "./paths.ts";

const STEP = "rounded px-1 py-0.5 hover:bg-kumo-tint";

interface Props {
  readonly path: string;
  /** Breadcrumbs that accept drops. */
  readonly onDropped?: (entries: readonly Moving[], folder: string) => void;
}

/** Breadcrumbs from the workspace root to the open entry; each is a link. On a phone only the last one fits, with a link to its parent. */
export function Crumbs({ path, onDropped = ignore }: Props) {
  const crumbs = crumbsOf(path);
  const last = crumbs.at(-1);
  return (
    <div className="flex min-w-0 items-center gap-1">
      {last ? (
        <Link
          to="/workspace/$"
          params={{ _splat: parentOf(path) }}
          aria-label="Up one folder"
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
              <Step path="" onDropped={onDropped} className="-ml-1 text-kumo-subtle">
                Workspace
              </Step>
            </li>
            {crumbs.map((crumb, index) => (
              <li key={crumb.path} className="flex min-w-0 items-center last:shrink">
                <CaretRightIcon aria-hidden className="size-3 shrink-0 text-kumo-subtle" />
                <Step
                  path={crumb.path}
                  current={index === crumbs.length - 1}
                  onDropped={onDropped}
                  className={`truncate ${index === crumbs.length - 1 ? "text-base font-semibold" : "text-kumo-subtle"}`}
                >
                  {crumb.name}
                </Step>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
    </div>
  );
}

function ignore(): void {
  // Not a drop target.
}

function Step({
  path,
  current = false,
  onDropped,
  className,
  children,
}: {
  path: string;
  current?: boolean;
  onDropped: (entries: readonly Moving[], folder: string) => void;
  className: string;
  children: ReactNode;
}) {
  const drop = useDropTarget(isFile(path) ? null : path, onDropped);
  return (
    <Link
      to="/workspace/$"
      params={{ _splat: path }}
      title={nameOf(path) || "Workspace"}
      {...drop.props}
      {...(current ? { "aria-current": "page" as const } : {})}
      className={`${STEP} ${drop.over ? "bg-kumo-brand/15 outline-2 outline-kumo-brand" : ""} ${className}`}
    >
      {children}
    </Link>
  );
}
