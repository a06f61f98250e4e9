/** A button to choose one file. */
import { useRef, type ChangeEvent } from "react";
import { Button } from "@cloudflare/kumo/components/button";

/** `accept` as of `<input type="file">`. */
export function FilePick({ accept, onPick }: { accept: string; onPick: (file: File) => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null);
  function take(event: ChangeEvent<HTMLInputElement>): void {
    const [picked] = event.target.files ?? [];
    // Lets the same file be chosen again after it was corrected.
    event.target.value = "";
    if (picked !== undefined) void onPick(picked);
  }
  return (
    <>
      <input ref={input} type="file" accept={accept} hidden onChange={take} />
      <Button className="touch self-start" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
    </>
  );
}
