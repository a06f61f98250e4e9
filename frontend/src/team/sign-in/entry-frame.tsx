import type { ReactNode } from "react";

/** The frame of the pages before sign-in. */
export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-full place-items-center p-4">
      <div className="sheet flex w-full max-w-md flex-col gap-5 rounded-2xl p-6 shadow-sm sm:p-8">
        <div className="flex items-center gap-2.5">
          <img src="/icon.svg" alt="" className="size-9 rounded-xl" />
          <span className="text-base font-semibold">Steward</span>
        </div>
        <h1 className="text-2xl leading-tight font-semibold tracking-tight text-balance">{title}</h1>
        {children}
      </div>
    </main>
  );
}
