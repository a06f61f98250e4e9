import { Modal } from "../../components/dialog.tsx";
import type { ConversationView } from "../../api/conversation-client.ts";
import ContextPanel from "./context-panel.tsx";

/** The context panel where there is no room beside the thread. */
export default function PanelSheet({
  open,
  onClose,
  id,
  view,
}: {
  open: boolean;
  onClose: () => void;
  id: string;
  view: ConversationView;
}) {
  return (
    <Modal open={open} onClose={onClose} title="About this conversation" place="side">
      <ContextPanel id={id} view={view} />
    </Modal>
  );
}
