/** A Markdown file as rendered. Settings at its top are shown separately; the rest goes through the page's one hardened renderer. */
import { Suspense, useDeferredValue, useRef } from "react";
import { useShownPassage } from "../knowledge/passage/use-passage.ts";
import { ListSkeleton } from "../components/skeleton.tsx";
import { frontMatterOf } from "./front-matter.ts";
import { Markdown } from "../components/lazy-markdown.ts";

/** `folder` is the file's folder, from which relative links resolve. */
export function Preview({ text, label, folder }: { text: string; label: string; folder: string }) {
  const { settings, body } = frontMatterOf(useDeferredValue(text));
  const page = useRef<HTMLDivElement>(null);
  useShownPassage(page);
  return (
    <div
      ref={page}
      tabIndex={0}
      role="group"
      aria-label={label}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 text-base leading-relaxed focus-visible:-outline-offset-2"
    >
      {/* A file's headings are larger than those in a message. */}
      <div
        data-printed
        className="mx-auto max-w-2xl [&_[data-depth='1']]:text-xl [&_[data-depth='2']]:mt-2 [&_[data-depth='2']]:text-lg"
      >
        {settings.length > 0 ? (
          <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-lg border border-kumo-line bg-kumo-recessed px-3 py-2 text-sm">
            {settings.map(({ name, value }, index) => (
              <div key={index} className="contents">
                <dt className="text-kumo-subtle">{name}</dt>
                <dd className="min-w-0 whitespace-pre-wrap wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {body.trim() === "" ? (
          <p className="text-kumo-subtle">Nothing here yet.</p>
        ) : (
          <Suspense fallback={<ListSkeleton rows={4} />}>
            <Markdown text={body} folder={folder} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
