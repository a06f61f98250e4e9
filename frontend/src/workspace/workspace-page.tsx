/** The workspace: a folder, or an open file with its folder beside it. */
import { FileView } from "./file-view.tsx";
import { FolderPane } from "./folder-pane.tsx";
import { isFile, parentOf } from "./paths.ts";
import { usePlace } from "./use-place.ts";

export default function WorkspacePage() {
  const { path } = usePlace();
  const open = isFile(path);
  return (
    <>
      <section
        aria-label="Files"
        className={`min-h-0 flex-col bg-kumo-base ${open ? "hidden w-68 shrink-0 border-r border-kumo-line xl:flex" : "flex w-full"}`}
      >
        <FolderPane folder={open ? parentOf(path) : path} openPath={open ? path : null} />
      </section>
      {open ? <FileView key={path} path={path} /> : null}
    </>
  );
}
