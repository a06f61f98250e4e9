import { toasts } from "./toasts.ts";

/** Shows a part of the page once its code has loaded. On failure it shows a toast and leaves the page unchanged. */
export function loadFirst(load: () => Promise<unknown>, show: () => void): void {
  load().then(show, () =>
    toasts.add({
      variant: "warning",
      title: "This part of the page couldn’t load.",
      description: "Nothing is lost. Try again when you’re back online.",
    }),
  );
}
