import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { Empty } from "../components/page.tsx";
import { CompareView } from "./compare-view.tsx";
import { HistoryPanel, useVersions, type Compared } from "./history-panel.tsx";
import { parentOf } from "./paths.ts";
import { useFileActions } from "./use-file-actions.ts";
import { useGo, usePlace } from "./use-place.ts";

/** The file doesn't exist now, but may have existed. */
export function GoneFile({ path }: { path: string }) {
  const actions = useFileActions();
  const go = useGo();
  const { versions } = useVersions(path);
  const { search } = usePlace();
  const [compared, setCompared] = useState<Compared | null>(null);
  const was = versions.length > 0;
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col">
      <div className="min-w-0 flex-1">
        {compared ? (
          <CompareView path={path} compared={compared} dirty onCompare={setCompared} />
        ) : (
          <Empty
            title={was ? "This file was deleted" : "This file doesn’t exist"}
            action={
              <div className="flex flex-wrap justify-center gap-2">
                {was ? (
                  <Button variant="primary" className="touch" onClick={() => void actions.undelete({ path })}>
                    Restore
                  </Button>
                ) : (
                  <Button
                    variant="primary"
                    className="touch"
                    onClick={() => void go(parentOf(path), { new: "file" }, { replace: true })}
                  >
                    New file
                  </Button>
                )}
                <Button className="touch" onClick={() => void go(parentOf(path))}>
                  Open its folder
                </Button>
              </div>
            }
          >
            {was ? "Every version is kept." : `“${path}” may have been moved, or the link is wrong.`}
          </Empty>
        )}
      </div>
      {was ? (
        <HistoryPanel
          path={path}
          compared={compared}
          onCompare={setCompared}
          onClose={() => void go(parentOf(path), { ...search, show: undefined })}
        />
      ) : null}
    </div>
  );
}
