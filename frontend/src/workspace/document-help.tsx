/** Writing help for a project document: for the selection, or for all of it. */
import { useRef, useState, type RefObject } from "react";
import { useQuery } from "@tanstack/react-query";
import { documentAtQuery } from "../projects/project-queries.ts";
import type { EditorHandle } from "../components/editor/code-editor.tsx";
import { Notice } from "../components/notice.tsx";
import { WriteHelp } from "../components/write-help.tsx";

/** The location of project documents. */
const FOLDER = /^projects\/.+\.md$/;

export function DocumentHelp({
  path,
  text,
  editor,
}: {
  path: string;
  text: string;
  editor: RefObject<EditorHandle | null>;
}) {
  const { data: document = null } = useQuery({ ...documentAtQuery(path), enabled: FOLDER.test(path) });
  const asked = useRef("");
  const [lost, setLost] = useState<string | null>(null);
  if (document === null) return null;
  const part = (): string => {
    setLost(null);
    asked.current = editor.current?.selected() || text;
    return asked.current;
  };
  return (
    <>
      <WriteHelp
        place={{ projectId: document.projectId, taskId: null, what: "document" }}
        text={text}
        part={part}
        onTake={(words) => setLost(editor.current?.swap(asked.current, words) === true ? null : words)}
      />
      {lost === null ? null : (
        <div className="w-full">
          <Notice tone="warning" live title="The words this was about have changed. Copy what you need:">
            <p className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere select-text">{lost}</p>
          </Notice>
        </div>
      )}
    </>
  );
}
