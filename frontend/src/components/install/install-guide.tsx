/** How to install Steward on the Home Screen, step by step for this device. */
import { Button } from "@cloudflare/kumo/components/button";
import { deviceKind, type Device } from "./device-kind.ts";
import { takeInstallOffer, useInstallOffer } from "./start-worker.ts";

const STEPS: Readonly<Record<"apple_safari" | "apple_other" | "android", readonly string[]>> = {
  apple_safari: [
    "Tap Share, the square with an upward arrow, in Safari’s toolbar (on some phones under “…”).",
    "Scroll down, tap “Add to Home Screen”, then “Add”.",
    "Open Steward from its new icon on the Home Screen and sign in there.",
    "Return to this page in the app and turn on notifications.",
  ],
  apple_other: [
    "Tap Share, the square with an upward arrow, next to the address.",
    "Tap “Add to Home Screen”, then “Add”. If it isn’t listed, open this page in Safari.",
    "Open Steward from its new icon on the Home Screen and sign in there.",
    "Return to this page in the app and turn on notifications.",
  ],
  android: [
    "Open your browser’s menu (three dots).",
    "Tap “Install app” or “Add to Home screen”, and confirm.",
    "Open Steward from its new icon.",
  ],
};

function useDeviceKind(): Device {
  const offered = useInstallOffer() !== null;
  const standalone =
    matchMedia("(display-mode: standalone)").matches ||
    (navigator as Navigator & { standalone?: boolean }).standalone === true;
  return deviceKind({
    standalone,
    offered,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  });
}

/** Renders nothing if there is nothing to do. */
export function InstallGuide() {
  const offer = useInstallOffer();
  const device = useDeviceKind();
  if (device === "installed" || device === "other") return null;
  return (
    <section
      aria-label="Steward on the Home Screen"
      className="flex flex-col gap-2 rounded-xl border border-kumo-line bg-kumo-base px-4 py-3"
    >
      <h3 className="font-semibold">
        {device === "offer" ? "Install Steward as an app" : "Add Steward to your Home Screen"}
      </h3>
      {offer ? (
        <>
          <p className="text-sm text-kumo-subtle">
            It opens in its own window and notifies you like any other app.
          </p>
          <div>
            <Button className="touch" onClick={() => void takeInstallOffer(offer)}>
              Install Steward
            </Button>
          </div>
        </>
      ) : null}
      {device === "apple_safari" || device === "apple_other" ? (
        <p className="text-sm text-kumo-subtle">
          iPhones and iPads only allow notifications from apps on the Home Screen (iOS 16.4 or later). It
          takes a minute:
        </p>
      ) : null}
      {device === "offer" ? null : (
        <ol className="flex list-decimal flex-col gap-1 pl-5 text-sm">
          {STEPS[device].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </section>
  );
}
