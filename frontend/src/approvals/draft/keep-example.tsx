/** Under a draft that a person edited or rejected: keeps it as an example, and undoes that. */
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { exampleEndpoints } from "../../../../src/workspace/api/examples.ts";
import { exampleVerdict } from "../../../../src/approvals/api/example-verdict.ts";
import { type Approval } from "../../../../src/approvals/api/approval.ts";
import { call } from "../../api/call.ts";
import { examplesQuery } from "../../workspace/example-queries.ts";

export function KeepExample({ approval }: { approval: Approval }) {
  const client = useQueryClient();
  /** Examples kept from this card, so that only those are removed here. The query catches up later. */
  const [here, setHere] = useState<{ readonly id: string | undefined } | null>(null);
  const example = here === null ? approval.example : here.id;
  const remember = (id: string | undefined): void => {
    setHere({ id });
    void client.invalidateQueries({ queryKey: examplesQuery.queryKey });
  };
  const keeping = useMutation({
    mutationFn: () => call(exampleEndpoints.keep, { params: { id: approval.id } }),
    onSuccess: ({ id }) => remember(id),
  });
  const removing = useMutation({
    mutationFn: (id: string) => call(exampleEndpoints.remove, { params: { id } }),
    onSuccess: () => remember(undefined),
  });
  if (exampleVerdict(approval) === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-sm" role="status">
      {example === undefined ? (
        <Button
          size="sm"
          variant="ghost"
          className="touch -ml-2"
          loading={keeping.isPending}
          onClick={() => keeping.mutate()}
        >
          Keep as an example
        </Button>
      ) : (
        <>
          <Link to="/settings/examples" className="touch inline-flex items-center link">
            Kept as an example
          </Link>
          {here === null ? null : (
            <Button
              size="sm"
              variant="ghost"
              className="touch"
              loading={removing.isPending}
              onClick={() => removing.mutate(example)}
            >
              Undo
            </Button>
          )}
        </>
      )}
    </div>
  );
}
