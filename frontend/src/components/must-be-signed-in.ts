import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { ApiError } from "../api/api-error.ts";
import { meQuery } from "../api/queries.ts";
import { rememberStranger } from "./stranger.ts";

/** Admits signed-in people; sends others to the sign-in page, or tells them that no team knows them. */
export async function mustBeSignedIn(
  client: QueryClient,
  { pathname, href }: { readonly pathname: string; readonly href: string },
): Promise<void> {
  try {
    await client.ensureQueryData(meQuery);
  } catch (error) {
    if (error instanceof ApiError && error.code === "unauthenticated")
      redirect({ to: "/sign-in", search: pathname === "/" ? {} : { next: href }, throw: true });
    if (error instanceof ApiError && error.code === "stranger") {
      rememberStranger(error);
      redirect({ to: "/stranger", throw: true });
    }
    throw error;
  }
}
