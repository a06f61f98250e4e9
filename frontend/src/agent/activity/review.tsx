/** Whether a run's work was right, as a person of the team found it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import { accountEndpoints } from "../../../../src/team/api/account.ts";
import { type runSchema } from "../../../../src/agent/api/run.ts";
import { call } from "../../api/call.ts";
import { runQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";

type Run = Pick<z.infer<typeof runSchema>, "id" | "review" | "finishedAt">;

export function Review({ run: { id, review, finishedAt } }: { run: Run }) {
  const client = useQueryClient();
  const judging = useMutation({
    mutationFn: (accepted: boolean) =>
      call(accountEndpoints.reviewRun, { params: { id }, body: { accepted } }),
    onSettled: () => client.invalidateQueries({ queryKey: runQuery(id).queryKey }),
  });
  if (finishedAt === null) return null;
  if (review !== null)
    return (
      <p className="text-sm text-kumo-subtle">
        {review.accepted ? "Marked right" : "Marked wrong"} by {review.by}, <Time at={review.at} />
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-kumo-subtle">Was this right?</span>
      <Button className="touch" loading={judging.isPending} onClick={() => judging.mutate(true)}>
        Right
      </Button>
      <Button className="touch" disabled={judging.isPending} onClick={() => judging.mutate(false)}>
        Wrong
      </Button>
      {judging.error ? <ErrorNotice error={judging.error} /> : null}
    </div>
  );
}
