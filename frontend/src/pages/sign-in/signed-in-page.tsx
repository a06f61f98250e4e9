/** Where the provider sends people back to: exchanges its proof for our own session, then goes on to where they wanted to go. */
import { useEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { accountEndpoints } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { meQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { usePageTitle } from "../../components/page.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { rememberStranger } from "./stranger-page.tsx";
import { ProviderLink } from "./provider-link.tsx";

const route = getRouteApi("/signed-in");

export function SignedInPage() {
  const { next } = route.useSearch();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<unknown>(null);
  const begun = useRef(false);
  usePageTitle("Signing in");

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    call(accountEndpoints.createSession, {}).then(
      (me) => {
        client.clear();
        client.setQueryData(meQuery.queryKey, me);
        return navigate({ href: next ?? "/conversations", replace: true });
      },
      (error: unknown) => {
        if (error instanceof ApiError && error.code === "stranger") {
          rememberStranger(error.message);
          return navigate({ to: "/stranger", replace: true });
        }
        setProblem(error);
        return undefined;
      },
    );
  }, [client, navigate, next]);

  return (
    <EntryFrame title={problem === null ? "Signing you in…" : "That did not work."}>
      {problem === null ? (
        <p role="status" className="text-kumo-subtle">
          One moment.
        </p>
      ) : (
        <>
          <ErrorNotice error={problem} />
          <ProviderLink next={next} label="Sign in again" />
        </>
      )}
    </EntryFrame>
  );
}
