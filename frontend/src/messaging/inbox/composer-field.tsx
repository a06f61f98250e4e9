/** The text box of a composer: grows with its text, shows suggestions, and submits with Ctrl or Cmd and Enter. */
import type { ComponentProps, RefObject } from "react";
import type { useSuggestions } from "./suggest.tsx";

interface FieldProps extends Omit<ComponentProps<"textarea">, "onChange" | "onKeyDown" | "value"> {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
  readonly suggest: ReturnType<typeof useSuggestions>;
  readonly change: (words: string) => void;
  readonly onDone: () => void;
}

export function ComposerField({ suggest, change, onDone, ...rest }: FieldProps) {
  return (
    <textarea
      {...rest}
      rows={1}
      onChange={(event) => {
        change(event.target.value);
        suggest.moved(event.target.selectionStart);
      }}
      onKeyDown={(event) => {
        if (suggest.onKey(event)) return;
        if (event.key === "Escape") event.currentTarget.blur();
        if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        onDone();
      }}
      className="field-sizing-content max-h-[38vh] min-h-9 w-full resize-none bg-transparent px-2.5 py-1.5 text-base leading-6 outline-none placeholder:text-kumo-subtle"
    />
  );
}
