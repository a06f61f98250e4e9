import { useEffect } from "react";
import { createKumoToastManager, Toasty } from "@cloudflare/kumo/components/toast";
import { showToastsWith } from "./toasts.ts";

const manager = createKumoToastManager();

/** Shows the remarks. */
export function Toaster() {
  useEffect(() => showToastsWith(manager), []);
  return <Toasty toastManager={manager}>{null}</Toasty>;
}
