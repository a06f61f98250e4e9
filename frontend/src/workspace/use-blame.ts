/** Each line's author, fetched when the gutter is turned on and after each save. */
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Blame } from "../../../src/workspace/api/workspace.ts";
import { blameQuery } from "./workspace-queries.ts";
import type { LineNote } from "../components/editor/line-note.ts";
import { useNow } from "../components/now.ts";
import { useZone } from "../components/session.tsx";
import type { OpenFile } from "./open-file.ts";
import { lineNotes } from "./version-words.ts";

export function useBlame(path: string, file: OpenFile) {
  const [on, setOn] = useState(false);
  const [notes, setNotes] = useState<readonly (LineNote | null)[] | null>(null);
  const { data } = useQuery({ ...blameQuery(path), enabled: on });
  const now = useNow();
  const zone = useZone();
  const [told, setTold] = useState<Blame | null>(null);
  // Told once an answer: the notes are of the text as it is at that moment; what is typed later moves them along in the editor. An answer of a
  // version this page does not hold yet is left for the next one.
  if (on && data && data !== told && data.etag === file.base.etag) {
    setTold(data);
    setNotes(lineNotes(data, file.text, now, zone));
  }
  return {
    on,
    notes: on ? notes : null,
    toggle: () => {
      setTold(null);
      setOn(!on);
    },
  };
}
