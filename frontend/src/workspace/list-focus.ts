/** The focus in a list of links that carry `data-entry`. */

/** Moves the focus by a key; false if the key does nothing here. */
export function moveFocus(list: Element, key: string): boolean {
  const links = [...list.querySelectorAll<HTMLElement>("[data-entry]")];
  if (links.length === 0) return false;
  const at = links.findIndex(
    (link) => link === document.activeElement || link.parentElement?.contains(document.activeElement),
  );
  const target = ((): HTMLElement | undefined => {
    switch (key) {
      case "ArrowDown":
        return links[Math.min(at + 1, links.length - 1)];
      case "ArrowUp":
        return links[Math.max(at - 1, 0)];
      case "Home":
        return links[0];
      case "End":
        return links.at(-1);
      default:
        return undefined;
    }
  })();
  target?.focus();
  return target !== undefined;
}

/** Focuses the first link of this page's list, or the given one; for arriving by keyboard. */
export function focusList(): boolean {
  const link = document.querySelector<HTMLElement>("[data-entry]");
  link?.focus();
  return link !== null;
}

/** Focuses a row, even one that renders only after scrolling. */
export function focusRow(list: HTMLElement | null, path: string, tries = 20): void {
  const link = list?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(path)}"]`);
  if (link) link.focus({ preventScroll: true });
  else if (tries > 0) window.requestAnimationFrame(() => focusRow(list, path, tries - 1));
}
