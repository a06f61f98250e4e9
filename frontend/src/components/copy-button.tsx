import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";

/** Copies a value and confirms it. If the browser refuses, the visible value can still be selected. */
export function CopyButton({
  value,
  label,
  variant = "primary",
}: {
  value: string;
  label: string;
  variant?: "primary" | "secondary";
}) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = (): void => {
    navigator.clipboard.writeText(value).then(
      () => setCopied(value),
      () => setCopied(null),
    );
  };
  return (
    <Button variant={variant} className="touch" aria-label={label} onClick={copy}>
      <span aria-live="polite">{copied === value ? "Copied" : "Copy"}</span>
    </Button>
  );
}
