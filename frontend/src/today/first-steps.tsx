/** A new team's first steps, each with a link. The list disappears once all are done, or when an admin dismisses it. */
import { useEffect, useId } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { firstStepEndpoints, type FirstStep } from "../../../src/team/api/first-steps.ts";
import { call } from "../api/call.ts";
import { CaretRightIcon, CheckIcon } from "../components/icons.ts";
import { useIsAdmin } from "../components/session.tsx";
import type { StartStep } from "../team/start/start-params.ts";
import { firstStepsQuery } from "../team/first-steps-query.ts";
import { fromFirstSteps } from "../team/from-first-steps.ts";

/** Title, reason, and link of each step. `admin`: only admins can do it. */
const STEPS: Record<
  FirstStep,
  {
    readonly title: string;
    readonly why: string;
    readonly to: string;
    readonly search?: { readonly step?: StartStep; readonly vendor?: string };
    readonly admin?: true;
  }
> = {
  phone: {
    title: "Connect your phone system",
    why: "Steward reads incoming texts and drafts replies for you.",
    to: "/start",
    search: { step: "texts" },
    admin: true,
  },
  email: {
    title: "Connect your e-mail",
    why: "Gmail or Outlook. Steward reads new e-mails, drafts replies, and sends what you approve.",
    to: "/settings/connections",
    search: { vendor: "google,microsoft" },
    admin: true,
  },
  device: {
    title: "Turn on notifications",
    why: "Approve drafts from your lock screen.",
    to: "/settings/notifications",
  },
  colleague: {
    title: "Invite a colleague",
    why: "Everyone sees the same drafts, and anyone can approve them.",
    to: "/settings/team",
    admin: true,
  },
  company: {
    title: "Tell Steward about your company",
    why: "A few questions, two minutes.",
    to: "/start",
    search: { step: "company" },
  },
  decision: {
    title: "Approve your first draft",
    why: "Ask for a text or an e-mail. Nothing leaves until you approve it.",
    to: "/start",
    search: { step: "drafts" },
  },
};

export default function FirstSteps() {
  const headId = useId();
  const admin = useIsAdmin();
  const client = useQueryClient();
  const { data } = useQuery({ ...firstStepsQuery, refetchOnMount: "always" });
  useEffect(() => fromFirstSteps.forget(), []);
  const hiding = useMutation({
    mutationFn: () => call(firstStepEndpoints.hideFirstSteps, {}),
    onSuccess: () => client.setQueryData(firstStepsQuery.queryKey, { steps: null }),
  });
  const steps = (data?.steps ?? []).filter(({ step }) => admin || STEPS[step].admin !== true);
  const left = steps.filter(({ done }) => !done).length;
  if (left === 0) return null;
  return (
    <section aria-labelledby={headId} className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={headId} className="font-semibold">
          First steps
        </h3>
        <p className="text-sm text-kumo-subtle">
          {steps.length - left} of {steps.length} done
        </p>
      </div>
      <ol className="sheet flex flex-col overflow-hidden">
        {steps.map(({ step, done }) => (
          <li key={step} className="border-b border-kumo-hairline last:border-b-0">
            <Step step={step} done={done} />
          </li>
        ))}
      </ol>
      {admin ? (
        <div>
          <Button
            variant="ghost"
            size="sm"
            className="touch"
            loading={hiding.isPending}
            onClick={() => hiding.mutate()}
          >
            Hide this list for everyone
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Step({ step, done }: { step: FirstStep; done: boolean }) {
  const { title, why, to, search = {} } = STEPS[step];
  if (done)
    return (
      <p className="flex items-center gap-3 px-4 py-2.5 text-sm text-kumo-subtle">
        <CheckIcon aria-hidden className="size-4 shrink-0 text-kumo-success" />
        <span className="min-w-0 flex-1">
          {title}
          <span className="sr-only">, done</span>
        </span>
      </p>
    );
  return (
    <Link
      to={to}
      search={search}
      onClick={fromFirstSteps.note}
      className="touch group flex items-center gap-3 px-4 py-2.5 hover:bg-kumo-tint focus-visible:-outline-offset-2"
    >
      <span aria-hidden className="size-4 shrink-0 rounded-full border border-kumo-line" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-kumo-subtle">{why}</span>
      </span>
      <CaretRightIcon
        aria-hidden
        className="size-4 shrink-0 text-kumo-subtle transition-transform group-hover:translate-x-0.5"
      />
    </Link>
  );
}
