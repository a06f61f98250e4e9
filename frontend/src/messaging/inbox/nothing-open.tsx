import { Empty } from "../../components/page.tsx";

/** Beside the list on wide screens, while no thread is open. */
export default function NothingOpen() {
  return (
    <div className="hidden h-full place-items-center lg:grid">
      <Empty title="Select a thread">Press j or k to move through the list, and Enter to open one.</Empty>
    </div>
  );
}
