/** Whether the context panel is open: beside the thread it is remembered on this device, as a sheet it is only for now. */
import { useEffect, useState } from "react";
import { readStored, writeStored } from "../../api/storage.ts";

/** From here on there is room beside list and thread. */
const BESIDE = "(min-width: 80rem)";
/** Width from which the panel is open by default. */
const ROOMY = "(min-width: 96rem)";

export interface Panel {
  readonly beside: boolean;
  readonly open: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

export function usePanel(): Panel {
  const [beside, setBeside] = useState(() => matchMedia(BESIDE).matches);
  const [kept, setKept] = useState(() => {
    const stored = readStored("panel");
    return stored === null ? matchMedia(ROOMY).matches : stored === "open";
  });
  const [sheet, setSheet] = useState(false);
  useEffect(() => {
    const room = matchMedia(BESIDE);
    const changed = (): void => {
      setBeside(room.matches);
      setSheet(false);
    };
    room.addEventListener("change", changed);
    return () => room.removeEventListener("change", changed);
  }, []);
  function set(open: boolean): void {
    if (!beside) return setSheet(open);
    setKept(open);
    writeStored("panel", open ? "open" : "closed");
  }
  const open = beside ? kept : sheet;
  return { beside, open, toggle: () => set(!open), close: () => set(false) };
}
