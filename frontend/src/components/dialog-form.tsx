import type { ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { ErrorNotice } from "./notice.tsx";

/** A form in a dialog: its fields, the error of the last attempt, and the buttons that cancel and submit. */
export function DialogForm({
  job,
  ready = true,
  act,
  danger = false,
  onSubmit,
  onCancel,
  className = "flex flex-col gap-4 p-4",
  children,
}: {
  /** The mutation that the form runs. */
  job: { readonly isPending: boolean; readonly error: Error | null };
  /** Whether the form can be submitted as filled in. */
  ready?: boolean;
  /** Label of the button that submits. */
  act: string;
  danger?: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !job.isPending) onSubmit();
      }}
    >
      {children}
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
          {act}
        </Button>
      </div>
    </form>
  );
}
