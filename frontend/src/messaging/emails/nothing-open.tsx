import { Empty } from "../../components/page.tsx";

/** Beside the list, on wide screens. */
export default function NothingOpen() {
  return (
    <div className="hidden h-full place-items-center lg:grid">
      <Empty title="Pick an e-mail">Each shows what was written, what Steward did, and its draft.</Empty>
    </div>
  );
}
