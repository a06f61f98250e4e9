import { useState } from "react";
import { ownerAgainst } from "../../../src/workspace/api/workspace-owners.ts";
import { readStored, writeStored } from "../api/storage.ts";
import { useWide } from "./use-wide.ts";

/** Edit, preview, or both side by side. */
export type ViewMode = "write" | "both" | "read";

const KEY = "file-view";
const ROOM_FOR_BOTH = 1100;

/** The mode last chosen on this device. Only Markdown has a preview, and both need room. */
export function useViewMode(path: string): readonly [ViewMode, (mode: ViewMode) => void] {
  const wide = useWide(ROOM_FOR_BOTH);
  const [chosen, setChosen] = useState<ViewMode | null>(() => {
    const stored = readStored(KEY);
    return stored === "write" || stored === "both" || stored === "read" ? stored : null;
  });
  const choose = (mode: ViewMode): void => {
    writeStored(KEY, mode);
    setChosen(mode);
  };
  if (!path.endsWith(".md")) return ["write", choose];
  // The file can't be edited here.
  if (ownerAgainst(path, "member") !== null) return ["read", choose];
  const wanted = chosen ?? (wide ? "both" : "write");
  return [wanted === "both" && !wide ? "write" : wanted, choose];
}
