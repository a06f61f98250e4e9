/** Confirms what can’t be undone by typing a name. */
import { useState, type ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type { UseMutationResult } from "@tanstack/react-query";
import { TextBox } from "./form.tsx";
import { ErrorNotice } from "./notice.tsx";
import { clipped } from "./text-pieces.ts";

export function TypedConfirm({
  name,
  act,
  job,
  cancel,
}: {
  name: string;
  act: string;
  job: Pick<UseMutationResult<unknown, Error, string>, "isPending" | "error" | "mutate">;
  /** A link back. */
  cancel: ReactNode;
}) {
  const [typed, setTyped] = useState("");
  const ready = typed.trim() === name.trim() && !job.isPending;
  return (
    <>
      {job.error ? <ErrorNotice error={job.error} /> : null}
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) job.mutate(typed);
        }}
      >
        <TextBox
          label={`Type “${clipped(name, 300)}” to confirm`}
          value={typed}
          autoComplete="off"
          onChange={setTyped}
        />
        <div className="flex gap-2">
          <Button type="submit" variant="destructive" className="touch" disabled={!ready}>
            {act}
          </Button>
          {cancel}
        </div>
      </form>
    </>
  );
}
