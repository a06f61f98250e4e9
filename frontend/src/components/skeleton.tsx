/** Gray placeholder bars, so that nothing jumps when the text arrives. */
export function Bar({ className }: { className: string }) {
  return <span aria-hidden className={`breathe block rounded bg-kumo-fill ${className}`} />;
}

export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex flex-col gap-2 border-b border-kumo-hairline px-4 py-3.5">
          <Bar className={index % 2 ? "h-3.5 w-1/2" : "h-3.5 w-2/3"} />
          <Bar className="h-3 w-5/6" />
        </div>
      ))}
    </div>
  );
}
