/** A new team's first minutes: its texts, its company, its first draft, its people. Each step can be left for later; Today lists what is open. */
import { lazy, Suspense } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { CheckIcon } from "../../components/icons.ts";
import { Column, Page } from "../../components/page.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { whenReachable } from "../../components/when-reachable.ts";
import { firstStepsQuery } from "../first-steps-query.ts";
import { START_STEPS, type StartParams, type StartStep } from "./start-params.ts";

const STEPS = {
  texts: ["Your texts", "phone", lazy(whenReachable(() => import("./connect-texts.tsx")))],
  company: ["Your company", "company", lazy(whenReachable(() => import("./company-chat.tsx")))],
  drafts: ["First draft", "decision", lazy(whenReachable(() => import("./first-drafts.tsx")))],
  team: ["Your team", "colleague", lazy(whenReachable(() => import("./your-team.tsx")))],
} as const;

export default function StartPage() {
  const { step = "texts" }: StartParams = useSearch({ strict: false });
  const [title, , Step] = STEPS[step];
  return (
    <Page title="Set up Steward" tab={title} back="/today">
      <Column>
        <Progress open={step} />
        <Suspense fallback={<Bar className="h-40 w-full" />}>
          <Step />
        </Suspense>
      </Column>
    </Page>
  );
}

function Progress({ open }: { open: StartStep }) {
  const { data } = useQuery({ ...firstStepsQuery, refetchOnMount: "always" });
  // The list is gone once all of it is done.
  const isDone = (name: string): boolean =>
    data !== undefined && (data.steps?.find(({ step }) => step === name)?.done ?? true);
  return (
    <nav aria-label="Steps">
      <ol className="flex flex-wrap gap-x-5 gap-y-1">
        {START_STEPS.map((step, at) => {
          const [label, name] = STEPS[step];
          return (
            <li key={step}>
              <Link
                to="/start"
                search={{ step }}
                {...(step === open ? { "aria-current": "step" as const } : {})}
                className="touch inline-flex items-center gap-1.5 text-sm text-kumo-subtle hover:underline aria-[current=step]:font-semibold aria-[current=step]:text-kumo-default"
              >
                {isDone(name) ? (
                  <CheckIcon aria-hidden className="size-4 text-kumo-success" />
                ) : (
                  <span aria-hidden className="grid size-4 place-items-center">
                    {at + 1}
                  </span>
                )}
                {label}
                {isDone(name) ? <span className="sr-only">, done</span> : null}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
