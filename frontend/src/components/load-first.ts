import { toasts } from "./toasts.ts";

/** Shows a part of the page once it is loaded. Where it cannot be, as without a line, that is said and the page stays as it is. */
export function loadFirst(load: () => Promise<unknown>, show: () => void): void {
  load().then(show, () =>
    toasts.add({
      variant: "warning",
      title: "This part of the page couldn’t load.",
      description: "Nothing is lost. Try again when you’re back online.",
    }),
  );
}
