/** What Steward may do at a connected service. Missing permissions are requested there when an admin wants them. */
import { Button } from "@cloudflare/kumo/components/button";
import { CheckIcon } from "../../components/icons.ts";
import type { ConnectionView } from "../../../../src/integrations/api/connections.ts";

export function Capabilities({
  view: { title, consent, capabilities },
  onAllow,
  busy,
}: {
  view: ConnectionView;
  /** Null for people who can't change it. */
  onAllow: ((name: string) => void) | null;
  busy: boolean;
}) {
  if (capabilities.length === 0) return null;
  return (
    <section aria-label={`What Steward may do in ${title}`} className="flex flex-col gap-1 text-sm">
      <h4 className="font-medium">What Steward may do</h4>
      <ul className="divide-y divide-kumo-line rounded-lg border border-kumo-line">
        {capabilities.map(({ name, label, allowed }) => (
          <li key={name} className="flex min-h-11 items-center justify-between gap-3 px-3 py-1">
            <span className={allowed ? "" : "text-kumo-subtle"}>{sentence(label)}</span>
            {allowed ? (
              <span className="inline-flex items-center gap-1 text-kumo-success">
                <CheckIcon aria-hidden /> Allowed
              </span>
            ) : onAllow === null || !consent ? (
              <span className="text-kumo-subtle">Not allowed</span>
            ) : (
              <Button
                className="touch"
                size="sm"
                disabled={busy}
                aria-label={`Allow ${label}…`}
                onClick={() => onAllow(name)}
              >
                Allow…
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentence(label: string): string {
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
}
