/** Connecting Quo by its key, or replacing the key: first what it opens, then who each line faces. The key goes in and never comes out. */
import { useState, type FormEvent } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { connectionEndpoints, type AccountLine } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { SAID_HERE } from "../../api/mutations.ts";
import { Modal } from "../../components/dialog.tsx";
import { Choice, TextBox } from "../../components/form.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { withView } from "./connections-query.ts";

type Facing = AccountLine["audience"] | "unused";

const FACING = [
  ["external", "Contacts"],
  ["internal", "Your team only"],
  ["unused", "Not used by Steward"],
] as const satisfies readonly (readonly [Facing, string])[];

/** What was typed, what it opens, and who each line is for. */
function useQuoKey(onDone: () => void) {
  const client = useQueryClient();
  const [key, setKey] = useState("");
  const [facing, setFacing] = useState<Readonly<Record<string, Facing>>>({});
  const checking = useMutation({
    mutationFn: () => call(connectionEndpoints.quoLines, { body: { key: key.trim() } }),
    meta: SAID_HERE,
    onSuccess: ({ lines }) =>
      setFacing(Object.fromEntries(lines.map(({ phoneNumberId, audience }) => [phoneNumberId, audience]))),
  });
  const found = checking.data?.lines ?? null;
  const lines = (found ?? []).flatMap(({ phoneNumberId }) => {
    const audience = facing[phoneNumberId];
    return audience === undefined || audience === "unused" ? [] : [{ phoneNumberId, audience }];
  });
  const saving = useMutation({
    mutationFn: () => call(connectionEndpoints.connectQuo, { body: { key: key.trim(), lines } }),
    meta: SAID_HERE,
    onSuccess: (view) => {
      withView(client, view);
      onDone();
    },
  });
  function type(typed: string): void {
    setKey(typed);
    checking.reset();
    saving.reset();
  }
  return {
    key,
    type,
    found,
    facing,
    face: (phoneNumberId: string, audience: Facing) => setFacing({ ...facing, [phoneNumberId]: audience }),
    whole: found === null ? key.trim().length >= 8 : lines.length > 0,
    busy: checking.isPending || saving.isPending,
    problem: checking.error ?? saving.error,
    next: () => (found === null ? checking : saving).mutate(),
  };
}

export function QuoKey({ connected, onClose }: { connected: boolean; onClose: () => void }) {
  const { key, type, found, facing, face, whole, busy, problem, next } = useQuoKey(onClose);
  const act = connected ? "Replace key" : "Connect";
  function submit(event: FormEvent): void {
    event.preventDefault();
    next();
  }
  return (
    <Modal open onClose={onClose} title={connected ? "Replace the Quo key" : "Connect Quo"}>
      <form onSubmit={submit} className="flex flex-col gap-4 p-4">
        <TextBox
          label="API key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          description="In Quo: Settings → API. Stored encrypted and never shown again."
          value={key}
          onChange={type}
        />
        {found === null ? null : <Lines lines={found} facing={facing} onChange={face} />}
        {problem ? <ErrorNotice error={problem} /> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="touch" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" className="touch" loading={busy} disabled={!whole}>
            {found === null ? "Check key" : act}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Lines({
  lines,
  facing,
  onChange,
}: {
  lines: readonly AccountLine[];
  facing: Readonly<Record<string, Facing>>;
  onChange: (phoneNumberId: string, audience: Facing) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-medium">Who is each line for?</legend>
      {lines.map(({ phoneNumberId, label, number }) => (
        <div key={phoneNumberId} className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
            {label} <span className="text-kumo-subtle">{number}</span>
          </span>
          <Choice<Facing>
            label={`Who ${label} is for`}
            value={facing[phoneNumberId] ?? "external"}
            options={FACING}
            onChange={(audience) => onChange(phoneNumberId, audience)}
          />
        </div>
      ))}
    </fieldset>
  );
}
