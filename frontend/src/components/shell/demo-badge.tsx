import { FlaskIcon } from "../icons.ts";
import { useMe } from "../session.tsx";

/** Indicates that answers come from a script, and links to the sandbox that simulates the outside world. Hidden if a real model answers. */
export function DemoBadge({ className = "" }: { className?: string }) {
  const { demo } = useMe();
  if (demo === null) return null;
  return (
    <a
      href={demo.sandboxUrl}
      target="_blank"
      rel="noopener noreferrer"
      title="Answers come from a script until someone adds a model key. Open the sandbox to play the outside world."
      className={`touch inline-flex items-center gap-1.5 rounded-full bg-kumo-warning-tint px-2.5 py-1 text-xs font-medium text-kumo-warning ring ring-kumo-warning/35 hover:ring-kumo-warning ${className}`}
    >
      <FlaskIcon aria-hidden className="size-3.5" />
      Demo model
    </a>
  );
}
