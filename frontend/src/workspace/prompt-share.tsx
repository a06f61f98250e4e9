import type { PromptShare } from "../../../src/workspace/api/workspace.ts";

const WHEN = {
  always: "included in every conversation",
  today: "included in today’s messages",
  index: "of the index included in every conversation",
} as const;

/** How much of the file's current text prompts include, and what is left out. */
export function PromptShareLine({ share, text }: { share: PromptShare; text: string }) {
  // For a skill, prompts contain only its name and description, so the file's length doesn't matter.
  if (share.when === "index") return null;
  const used = text.length;
  const over = used - share.capChars;
  return (
    <p
      role="status"
      className={`flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-kumo-hairline px-4 py-1.5 text-xs ${over > 0 ? "bg-kumo-warning-tint" : "text-kumo-subtle"}`}
    >
      <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-kumo-fill">
        <Fill share={used / share.capChars} />
      </span>
      <span className="tabular-nums">
        {used.toLocaleString("en-US")} of {share.capChars.toLocaleString("en-US")} characters{" "}
        {WHEN[share.when]}
      </span>
      {over > 0 ? (
        <strong className="font-medium">
          The last {over.toLocaleString("en-US")} are left out. Shorten the file or move part of it to another
          one.
        </strong>
      ) : null}
    </p>
  );
}

const STEPS = [
  "w-0",
  "w-1/12",
  "w-2/12",
  "w-3/12",
  "w-4/12",
  "w-5/12",
  "w-6/12",
  "w-7/12",
  "w-8/12",
  "w-9/12",
  "w-10/12",
  "w-11/12",
  "w-full",
];

/** The page's policy allows no style attributes: the width is one of thirteen classes. */
function Fill({ share }: { share: number }) {
  const step = STEPS[Math.min(12, Math.ceil(share * 12))] ?? "w-full";
  return <span className={`block h-full ${step} ${share > 1 ? "bg-kumo-warning" : "bg-kumo-brand"}`} />;
}
