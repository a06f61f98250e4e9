/** The page's place in the workspace, and navigation from there. */
import { useCallback } from "react";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { tidyPath } from "./paths.ts";
import { workspaceSearch, type WorkspaceSearch } from "./search-params.ts";

export function usePlace(): { readonly path: string; readonly search: WorkspaceSearch } {
  const params = useParams({ strict: false });
  const search = useSearch({ strict: false });
  return { path: tidyPath(params._splat ?? ""), search: workspaceSearch({ ...search }) };
}

export type Go = (
  path: string,
  search?: WorkspaceSearch,
  options?: { readonly replace?: boolean },
) => Promise<void>;

/** Goes to a file or a folder. */
export function useGo(): Go {
  const navigate = useNavigate();
  return useCallback(
    (path, search = {}, options = {}) =>
      navigate({ to: "/workspace/$", params: { _splat: path }, search, replace: options.replace === true }),
    [navigate],
  );
}
