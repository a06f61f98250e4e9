import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { TextBox } from "./form.tsx";

/** Renames something in its place. `onRename` gets a new name only. */
export function RenameForm({
  label,
  name,
  className = "",
  onRename,
  onDone,
}: {
  label: string;
  name: string;
  className?: string;
  onRename: (name: string) => void;
  onDone: () => void;
}) {
  const [typed, setTyped] = useState(name);
  return (
    <form
      className={`flex items-center gap-2 ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        const words = typed.trim();
        if (words !== "" && words !== name) onRename(words);
        onDone();
      }}
      onKeyDown={(event) => event.key === "Escape" && onDone()}
    >
      <div className="min-w-0 flex-1 basis-48">
        <TextBox
          autoFocus
          aria-label={label}
          maxLength={200}
          value={typed}
          onChange={setTyped}
          onFocus={(event) => event.target.select()}
          className="w-full"
        />
      </div>
      <Button type="submit" variant="primary" className="touch">
        Rename
      </Button>
      <Button variant="ghost" className="touch" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}
