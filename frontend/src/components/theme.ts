/** Light, dark or as the system says; kept on this device. The first paint is `public/theme.js`'s. */
import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "../api/storage.ts";

export type Theme = "system" | "light" | "dark";

const listeners = new Set<() => void>();
const system = matchMedia("(prefers-color-scheme: dark)");

function chosen(): Theme {
  const stored = readStored("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

function paint(): void {
  const theme = chosen();
  const dark = theme === "dark" || (theme === "system" && system.matches);
  document.documentElement.dataset["mode"] = dark ? "dark" : "light";
  for (const listener of listeners) listener();
}

system.addEventListener("change", paint);

export function setTheme(theme: Theme): void {
  writeStored("theme", theme === "system" ? null : theme);
  paint();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, chosen);
}
