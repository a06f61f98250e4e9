/** The keyboard map, and the switch for single keys on this device. */
import { useState } from "react";
import { Modal } from "../dialog.tsx";
import { KEY_MAP, setSingleKeys, singleKeysOn } from "./shortcuts.ts";

export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key, index) => (
        <kbd
          key={index}
          className="min-w-6 rounded border border-kumo-line bg-kumo-tint px-1.5 text-center font-sans text-xs leading-5"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

export default function KeyMapDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [on, setOn] = useState(singleKeysOn);
  return (
    <Modal open={open} onClose={onClose} title="Keys">
      <div className="flex flex-col gap-5 p-4">
        {KEY_MAP.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3 className="pb-1 text-xs font-medium text-kumo-subtle">{group.title}</h3>
            <dl className={group.single && !on ? "opacity-70" : ""}>
              {group.keys.map(([keys, does]) => (
                <div
                  key={does}
                  className="flex items-center gap-3 border-b border-kumo-hairline py-1.5 last:border-b-0"
                >
                  <dt className="w-28 shrink-0">
                    <Keys keys={keys} />
                  </dt>
                  <dd className="min-w-0 flex-1">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <label className="touch flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-[var(--color-kumo-brand)]"
            checked={on}
            onChange={(event) => {
              setSingleKeys(event.target.checked);
              setOn(event.target.checked);
            }}
          />
          Use single keys on this device
        </label>
      </div>
    </Modal>
  );
}
