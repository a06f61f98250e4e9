/** The last step: notifications here, and the first colleagues. */
import { useIsAdmin } from "../../components/session.tsx";
import { ThisDevice } from "../../notifications/settings/notifications.tsx";
import { Invites } from "../settings/team-invites.tsx";
import { Onward, Step } from "./step.tsx";

export default function YourTeam() {
  return (
    <Step
      title="Get drafts to your pocket, and to your team"
      lead="Drafts ring on the devices you choose. Everyone on your team sees the same ones, and anyone can approve them."
    >
      <ThisDevice />
      {useIsAdmin() ? <Invites /> : null}
      <Onward to={null} isDone />
    </Step>
  );
}
