import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Notice } from "../../components/notice.tsx";
import { usePageTitle } from "../../components/page.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { ProviderLink, signInQuery } from "./provider-link.tsx";

const route = getRouteApi("/sign-in");

export function SignInPage() {
  const { next, over } = route.useSearch();
  const { data } = useQuery(signInQuery);
  usePageTitle("Sign in");
  return (
    <EntryFrame title="Your team’s operations agent that asks before it acts.">
      {over ? (
        <Notice tone="info" live title="You’ve been signed out.">
          Your session ended. Drafts and unsent messages are saved on this device.
        </Notice>
      ) : null}
      <p className="text-kumo-subtle">
        Steward looks things up, drafts replies, and keeps track for your whole team. Nothing goes out until
        one of you has seen exactly what will be sent and approved it.
      </p>
      <ProviderLink next={next} label="Sign in with your work address" />
      {data?.signUp === true ? (
        <p className="text-center text-kumo-subtle">
          New here?{" "}
          <Link to="/new-team" className="touch inline-flex items-center link">
            Start your team
          </Link>
        </p>
      ) : null}
    </EntryFrame>
  );
}
