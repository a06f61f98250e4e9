/** A model's summary of an e-mail, set apart from the e-mail's own words. */
import { showText } from "../../../src/platform/api/shown-text.ts";
import { withoutEmphasis } from "./words.ts";

export function ModelSummary({ text }: { text: string }) {
  return (
    <section aria-label="Summary" data-model-words className="border-l-2 border-kumo-line pl-3">
      <h2 className="text-xs font-medium text-kumo-subtle">Summary, written by a model</h2>
      <p className="wrap-anywhere">
        <bdi>{withoutEmphasis(showText(text))}</bdi>
      </p>
    </section>
  );
}
