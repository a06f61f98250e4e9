/** What a run's look-ups sent to services outside, by destination. What went out with an approval is on its card. */
import type * as z from "zod";
import type { runTraceSchema } from "../../../../src/agent/api/run.ts";
import { count } from "../../components/words.ts";

type Sent = NonNullable<z.infer<typeof runTraceSchema>["sent"]>;

export function WhatLeft({ sent }: { sent: Sent }) {
  return (
    <section aria-labelledby="what-left" className="flex flex-col gap-1">
      <h2 id="what-left" className="font-semibold">
        What left
      </h2>
      {sent.length === 0 ? (
        <p className="text-sm text-kumo-subtle">Look-ups in this run sent nothing to other services.</p>
      ) : (
        <>
          <p className="text-sm text-kumo-subtle">Sent with look-ups, without an approval.</p>
          <dl className="sheet overflow-hidden">
            {sent.map(({ to, title, sizeBytes }) => (
              <div
                key={to}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-kumo-hairline px-4 py-2 last:border-b-0"
              >
                <dt className="min-w-0 wrap-anywhere">{title}</dt>
                <dd className="text-sm text-kumo-subtle tabular-nums">{count(sizeBytes, "byte")}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
