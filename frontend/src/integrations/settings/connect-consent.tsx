/** Connecting a service by OAuth: the redirect, and the result on return. */
import { useMutation } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { connectionEndpoints, type ConnectionView } from "../../../../src/integrations/api/connections.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { Notice } from "../../components/notice.tsx";
import type { ConsentSearch } from "./consent-params.ts";

const WORDS: Readonly<Record<string, (title: string) => readonly [title: string, advice: string]>> = {
  denied: (title) => [`Access was denied in ${title}.`, "Nothing changed. Try again whenever you like."],
  expired: (title) => [
    `The sign-in to ${title} didn’t finish.`,
    "It was used already, took too long, or was started in another browser. Try again.",
  ],
  refused: (title) => [`${title} didn’t accept the sign-in.`, "Nothing changed. Try again."],
  unreachable: (title) => [
    `${title} couldn’t be reached.`,
    "This usually passes. Try again in a few minutes.",
  ],
};

/** The service's response, and a way to discard it. */
export function useConsent({ vendor }: ConnectionView) {
  const search: ConsentSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const mine = search.vendor === vendor ? search : {};
  return {
    consent: mine.result === "granted" ? (mine.consent ?? null) : null,
    result: mine.result ?? null,
    done: () => void navigate({ to: "/settings/connections", search: {}, replace: true }),
  };
}

export function ConsentResult({ title, result }: { title: string; result: string | null }) {
  const words = result === null ? undefined : WORDS[result]?.(title);
  return words === undefined ? null : (
    <Notice tone="danger" title={words[0]}>
      {words[1]}
    </Notice>
  );
}

/** Sends the browser to the service, to sign in or to allow one thing more. */
export function useSignIn({ vendor }: ConnectionView) {
  return useMutation({
    mutationFn: (allow: string | null) =>
      call(connectionEndpoints.startConsent, { params: { vendor }, body: { allow } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

export function SignInButton({
  view: { title, connected, consentedBy, problem },
  busy,
  onClick,
}: {
  view: ConnectionView;
  busy: boolean;
  onClick: () => void;
}) {
  const isFirst = !connected || (consentedBy !== null && problem !== null);
  return (
    <Button className="touch" variant={isFirst ? "primary" : "secondary"} loading={busy} onClick={onClick}>
      {consentedBy === null ? `Sign in to ${title}` : "Sign in again"}
    </Button>
  );
}
