/**
 * Stands in for the tooltip that the library's button brings along for its `title`: with it every first page would load 40 KiB of popup for words that
 * the browser shows by itself. `frontend/vite.config.ts` puts it there.
 */
import { cloneElement, type ReactElement, type ReactNode } from "react";

interface Props {
  readonly content: string;
  /** What the words are of, or what stands around `children`. */
  readonly render: ReactElement<{ title?: string }>;
  readonly children?: ReactNode;
}

function Tooltip({ content, render, children }: Props): ReactElement {
  const more = children === undefined ? [] : [children];
  return cloneElement(render, { title: content }, ...more);
}

// The name under which the library's own parts import it.
export { Tooltip as t };
