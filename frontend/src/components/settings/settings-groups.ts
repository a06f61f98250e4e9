import { useMe } from "../session.tsx";
import { useEntries } from "../places-context.tsx";
import { SETTINGS_GROUPS, type Entry } from "../../menu.ts";

/** For operators, who are outside any team's settings. */
const DEPLOYMENT = { to: "/operator", label: "Deployment", about: "Every team on this deployment" };

interface SettingsGroup {
  readonly group: (typeof SETTINGS_GROUPS)[number][0];
  readonly label: string;
  readonly pages: readonly Pick<Entry, "to" | "label" | "about">[];
}

/** The groups of the settings with their pages. */
export function useSettingsGroups(): readonly SettingsGroup[] {
  const entries = useEntries();
  const operator = useMe().features.includes("operator");
  return SETTINGS_GROUPS.map(([group, label]) => ({
    group,
    label,
    pages: [
      ...entries.filter((entry) => entry.group === group),
      ...(group === "developer" && operator ? [DEPLOYMENT] : []),
    ],
  }));
}
