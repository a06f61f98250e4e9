/** Picks a future time: common ones, or a custom one, in the team's zone. */
import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { Modal } from "../../components/dialog.tsx";
import { TextBox } from "../../components/form.tsx";
import { useNow } from "../../components/now.ts";
import { useZone } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { momentOf, snoozeTimes, wallClock } from "./snooze-times.ts";

const HOUR_MS = 3_600_000;

/** Items of a DropdownMenu. */
export function TimeItems({ onPick }: { onPick: (at: string) => void }) {
  const zone = useZone();
  const now = useNow();
  return snoozeTimes(now, zone).map(({ words, at }) => (
    <DropdownMenu.Item key={words} onClick={() => onPick(at)}>
      <span className="flex w-full justify-between gap-6">
        {words}
        <span className="text-kumo-subtle">
          <Time at={at} as="upcoming" />
        </span>
      </span>
    </DropdownMenu.Item>
  ));
}

export function PickTime({
  title,
  verb,
  open,
  onClose,
  onPick,
}: {
  title: string;
  verb: string;
  open: boolean;
  onClose: () => void;
  onPick: (at: string) => void;
}) {
  return (
    <Modal open={open} onClose={onClose} title={title}>
      {open ? (
        <TimeForm
          verb={verb}
          onPick={(at) => {
            onClose();
            onPick(at);
          }}
        />
      ) : null}
    </Modal>
  );
}

function TimeForm({ verb, onPick }: { verb: string; onPick: (at: string) => void }) {
  const zone = useZone();
  const now = useNow();
  const [wall, setWall] = useState(() => wallClock(now + HOUR_MS, zone));
  const at = momentOf(wall, zone);
  const isAhead = at !== null && Date.parse(at) > now;
  return (
    <form
      className="flex flex-col gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (at !== null && isAhead) onPick(at);
      }}
    >
      <TextBox
        type="datetime-local"
        label={`Date and time (${zone})`}
        value={wall}
        min={wallClock(now, zone)}
        onChange={setWall}
      />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" className="touch" disabled={!isAhead}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
