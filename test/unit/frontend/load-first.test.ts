import { expect, it, vi } from "vitest";
import { loadFirst } from "../../../frontend/src/components/load-first.ts";
import { showToastsWith } from "../../../frontend/src/components/toasts.ts";

it("shows a part of the page once it is loaded, and says so where it cannot be, leaving the page as it is", async () => {
  const said = vi.fn<(toast: { title?: unknown }) => void>();
  showToastsWith({ add: said } as unknown as Parameters<typeof showToastsWith>[0]);
  const show = vi.fn<() => void>();
  loadFirst(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")), show);
  await vi.waitFor(() => expect(said).toHaveBeenCalledOnce());
  expect(show).not.toHaveBeenCalled();
  loadFirst(() => Promise.resolve({}), show);
  await vi.waitFor(() => expect(show).toHaveBeenCalledOnce());
  expect(said).toHaveBeenCalledOnce();
});
