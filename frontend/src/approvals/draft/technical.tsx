/** Record IDs and empty fields, folded away, for copying. */
import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { CaretRightIcon } from "../../components/icons.ts";
import { hidesCharacters, type Leaf } from "./effect-layout.ts";
import { Shown } from "./shown.tsx";

export function Technical({ leaves }: { leaves: readonly Leaf[] }) {
  // Characters that were made visible in an id are kept.
  const odd = leaves.some(hidesCharacters);
  return (
    <details className="group/ids text-xs text-kumo-subtle" open={odd}>
      <summary className="touch inline-flex max-w-full items-center gap-1.5 hover:text-kumo-default">
        <CaretRightIcon
          aria-hidden
          className="size-3 shrink-0 transition-transform group-open/ids:rotate-90"
        />
        Details
      </summary>
      <dl className="mt-1 flex flex-col gap-1 border-l-2 border-kumo-line pl-3">
        {leaves.map((leaf) => (
          <div key={leaf.path} className="flex flex-wrap items-center gap-x-2">
            <dt>{leaf.label}:</dt>
            <dd className="flex min-w-0 items-center gap-x-2">
              <span className="min-w-0 font-mono wrap-anywhere">
                <Shown leaf={leaf} />
              </span>
              {typeof leaf.value === "string" ? <Copy value={leaf.value} label={leaf.label} /> : null}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Copy({ value, label }: { value: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Button size="xs" variant="ghost" className="touch" aria-label={`Copy ${label}`} onClick={copy}>
      {copied ? "Copied" : "Copy"}
    </Button>
  );
}
