import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";

/** Copies a value, and says so. Where the browser does not allow it, the value beside it can still be selected. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = (): void => {
    navigator.clipboard.writeText(value).then(
      () => setCopied(value),
      () => setCopied(null),
    );
  };
  return (
    <Button variant="primary" className="touch" aria-label={label} onClick={copy}>
      <span aria-live="polite">{copied === value ? "Copied" : "Copy"}</span>
    </Button>
  );
}
