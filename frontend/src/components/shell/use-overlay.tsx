/** The palette and the list of shortcuts: lazy-loaded, then kept mounted so that focus can be restored. */
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useGlobalKeys, type Overlay } from "../keys/use-global-keys.ts";
import { loadFirst } from "../load-first.ts";

const loadPalette = () => import("../palette/palette.tsx");
const Palette = lazy(loadPalette);
const loadKeyMap = () => import("../keys/key-map-dialog.tsx");
const KeyMapDialog = lazy(loadKeyMap);

export function useOverlay() {
  const [shown, setShown] = useState<Overlay | null>(null);
  const [loaded, setLoaded] = useState<ReadonlySet<Overlay>>(new Set());
  const open = useCallback((overlay: Overlay) => {
    loadFirst(overlay === "palette" ? loadPalette : loadKeyMap, () => {
      setLoaded((known) => new Set(known).add(overlay));
      setShown((now) => (now === overlay ? null : overlay));
    });
  }, []);
  const close = useCallback(() => setShown(null), []);
  const openPalette = useCallback(() => open("palette"), [open]);
  const openKeys = useCallback(() => open("keys"), [open]);
  useGlobalKeys(open);
  usePaletteAhead();
  useEffect(() => {
    window.addEventListener("steward:palette", openPalette);
    window.addEventListener("steward:keys", openKeys);
    return () => {
      window.removeEventListener("steward:palette", openPalette);
      window.removeEventListener("steward:keys", openKeys);
    };
  }, [openPalette, openKeys]);
  const content = (
    <Suspense fallback={null}>
      {loaded.has("palette") ? (
        <Palette open={shown === "palette"} onClose={close} onKeyMap={openKeys} />
      ) : null}
      {loaded.has("keys") ? <KeyMapDialog open={shown === "keys"} onClose={close} /> : null}
    </Suspense>
  );
  return { openPalette, content };
}

/** The palette is fetched in an idle moment, or by the first key of Ctrl/⌘ K: it is there for the first letter. */
function usePaletteAhead(): void {
  useEffect(() => {
    const fetchAhead = (): void => void loadPalette().catch(() => {});
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === "Control" || key === "Meta") fetchAhead();
    };
    const timer = window.setTimeout(fetchAhead, 3000);
    window.addEventListener("keydown", onKey);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("keydown", onKey);
    };
  }, []);
}
