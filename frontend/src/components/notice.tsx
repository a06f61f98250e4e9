import type { ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { explainError } from "../api/explain-error.ts";
import { WarningIcon } from "./icons.ts";

const TONES = {
  danger: "border-kumo-danger/40 bg-kumo-danger-tint",
  warning: "border-kumo-warning/50 bg-kumo-warning-tint",
  info: "border-kumo-info/40 bg-kumo-info-tint",
  plain: "border-kumo-line bg-kumo-tint",
} as const;

/** A boxed remark. The tone is never the only carrier of the meaning: the words are. */
export function Notice({
  tone = "plain",
  title,
  children,
  actions,
  live = false,
}: {
  tone?: keyof typeof TONES;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  live?: boolean;
}) {
  return (
    <div
      role={live ? "alert" : undefined}
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border px-3 py-2.5 text-sm ${TONES[tone]}`}
    >
      {tone === "danger" || tone === "warning" ? (
        <WarningIcon aria-hidden className="mt-0.5 size-4 shrink-0" weight="bold" />
      ) : null}
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}

/** What happened, what is safe, what to do, and the request id. */
export function ErrorNotice({
  error,
  onRetry,
  actions,
}: {
  error: unknown;
  onRetry?: () => void;
  actions?: ReactNode;
}) {
  const words = explainError(error);
  return (
    <Notice
      tone="danger"
      live
      title={words.what}
      actions={
        <>
          {onRetry && words.retryable ? (
            <Button size="sm" className="touch" onClick={onRetry}>
              Try again
            </Button>
          ) : null}
          {actions}
        </>
      }
    >
      <p>
        {words.safe ? `${words.safe} ` : ""}
        {words.next}
      </p>
      {words.requestId ? (
        <p className="mt-1 text-xs text-kumo-subtle">Request ID: {words.requestId}</p>
      ) : null}
    </Notice>
  );
}
