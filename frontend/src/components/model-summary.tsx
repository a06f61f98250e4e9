/** A model's summary of an e-mail, set apart from the e-mail's own words. */
import { withoutMarks } from "./words.ts";

export function ModelSummary({ text }: { text: string }) {
  return (
    <section aria-label="Summary" data-model-words className="border-l-2 border-kumo-line pl-3">
      <h2 className="text-xs font-medium text-kumo-subtle">Summary, written by a model</h2>
      <p className="wrap-anywhere">
        <bdi>{withoutMarks(text, 2_000)}</bdi>
      </p>
    </section>
  );
}
