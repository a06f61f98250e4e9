/** That a history isn't the one that was written, and what follows from it. */
import { Notice } from "../components/notice.tsx";

export function HistoryProblem({ problem }: { problem: string | null }) {
  return problem === null ? null : (
    <Notice tone="danger" title="This history was changed in the database">
      {problem} Undo isn’t available for it.
    </Notice>
  );
}
