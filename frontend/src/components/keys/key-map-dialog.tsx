/** All shortcuts, and the switch for single keys on this device. */
import { useState } from "react";
import { Modal } from "../dialog.tsx";
import { Checkbox } from "@cloudflare/kumo/components/checkbox";
import { useEntries } from "../places-context.tsx";
import { keyGroups, setSingleKeys, singleKeysOn } from "./shortcuts.ts";

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
  const groups = keyGroups(useEntries());
  return (
    <Modal open={open} onClose={onClose} title="Shortcuts">
      <div className="flex flex-col gap-5 p-4">
        {groups.map((group) => (
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
        <Checkbox
          label="Use single-key shortcuts on this device"
          checked={on}
          onCheckedChange={(now) => {
            setSingleKeys(now);
            setOn(now);
          }}
        />
      </div>
    </Modal>
  );
}
