/** How a form in a dialog ends: what came of it, the way out, and the button that does it. */
import type { ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { ErrorNotice } from "./notice.tsx";

export function FormEnd({
  job,
  ready,
  danger = false,
  onCancel,
  children,
}: {
  /** What the form does, as far as it got. */
  job: { readonly isPending: boolean; readonly error: Error | null };
  ready: boolean;
  danger?: boolean;
  onCancel: () => void;
  /** The button's words. */
  children: ReactNode;
}) {
  return (
    <>
      {job.error ? <ErrorNotice error={job.error} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" className="touch" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={danger ? "destructive" : "primary"}
          className="touch"
          disabled={!ready}
          loading={job.isPending}
        >
          {children}
        </Button>
      </div>
    </>
  );
}
