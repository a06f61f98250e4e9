import { useEffect, useState } from "react";

/** Whether this page is visible and focused. */
export function useInFront(): boolean {
  const [inFront, setInFront] = useState(isInFront);
  useEffect(() => {
    const look = (): void => setInFront(isInFront());
    window.addEventListener("focus", look);
    window.addEventListener("blur", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      window.removeEventListener("blur", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return inFront;
}

function isInFront(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}
