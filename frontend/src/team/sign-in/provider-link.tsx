/** Links to the sign-in provider and back to the requested page. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { LinkButton } from "@cloudflare/kumo/components/button";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { call } from "../../api/call.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { Bar } from "../../components/skeleton.tsx";

export const signInQuery = queryOptions({
  queryKey: ["sign-in"],
  queryFn: ({ signal }) => call(teamEndpoints.signIn, { signal }),
  staleTime: Infinity,
});

/** The provider's address, with a return address on ours. Only web addresses are followed. */
export function addressOf(url: string, next: string | undefined): string | null {
  const back = new URL("/signed-in", window.location.origin);
  if (next) back.searchParams.set("next", next);
  const address = new URL(url, window.location.origin);
  if (address.protocol !== "https:" && address.protocol !== "http:") return null;
  address.searchParams.set("redirect_url", back.href);
  return address.href;
}

export function ProviderLink({ next, label }: { next?: string | undefined; label: string }) {
  const { data, error, refetch } = useQuery(signInQuery);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const address = data ? addressOf(data.url, next) : null;
  if (!address) return <Bar className="h-10 w-full" />;
  return (
    <LinkButton href={address} variant="primary" size="lg" className="touch w-full justify-center">
      {label}
    </LinkButton>
  );
}
