import type { ReactNode } from "react";
import { ButtonLink } from "../../components/button-link.tsx";
import type { StartStep } from "./start-params.ts";

/** One step of the setup: what it is for, its content, and the way on. */
export function Step({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <div>
        <h2 className="text-xl font-semibold tracking-tight text-balance">{title}</h2>
        <p className="text-kumo-subtle">{lead}</p>
      </div>
      {children}
    </section>
  );
}

/** Leads to the next step; the last one to Today. `isDone` makes it the page's main button. */
export function Onward({ to, isDone = false }: { to: StartStep | null; isDone?: boolean }) {
  const look = {
    variant: isDone ? ("primary" as const) : ("ghost" as const),
    className: `touch self-start ${isDone ? "" : "-ml-3"}`,
  };
  return to === null ? (
    <ButtonLink to="/today" {...look}>
      Go to Today
    </ButtonLink>
  ) : (
    <ButtonLink to="/start" search={{ step: to }} {...look}>
      {isDone ? "Continue" : "Do this later"}
    </ButtonLink>
  );
}
