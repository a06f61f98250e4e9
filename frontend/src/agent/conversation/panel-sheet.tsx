import { Modal } from "../../components/dialog.tsx";
import type { ConversationClient, ConversationView } from "../conversation-client.ts";
import ContextPanel from "./context-panel.tsx";

/** The context panel as a sheet, for narrow screens. */
export default function PanelSheet({
  open,
  onClose,
  id,
  client,
  view,
}: {
  open: boolean;
  onClose: () => void;
  id: string;
  client: ConversationClient;
  view: ConversationView;
}) {
  return (
    <Modal open={open} onClose={onClose} title="Details" place="side">
      <ContextPanel id={id} client={client} view={view} />
    </Modal>
  );
}
