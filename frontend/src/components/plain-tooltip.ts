/**
 * Replaces the tooltip that the library's button bundles for its `title`: it would add 40 KiB to every first load for text that the browser shows
 * natively. Wired up in `frontend/vite.config.ts`.
 */
import { cloneElement, type ReactElement, type ReactNode } from "react";

interface Props {
  readonly content: string;
  /** The element that gets the title, or the wrapper of `children`. */
  readonly render: ReactElement<{ title?: string }>;
  readonly children?: ReactNode;
}

function Tooltip({ content, render, children }: Props): ReactElement {
  const more = children === undefined ? [] : [children];
  return cloneElement(render, { title: content }, ...more);
}

// The name under which the library's own parts import it.
export { Tooltip as t };
