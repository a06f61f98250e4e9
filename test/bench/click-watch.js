/** What does not come within this long counts as having taken it. */
const MAX_MS = 15_000;

/** Runs within the page: how long after a click or a key something on it changes, and how long until it shows what was asked for. */
globalThis.watchFor = (isShown) => {
  globalThis.clicked = new Promise((done) => {
    const begun = new AbortController();
    const begin = ({ timeStamp }) => {
      begun.abort();
      let answeredMs = null;
      const answered = () => (answeredMs ??= performance.now() - timeStamp);
      const changes = new MutationObserver(() => requestAnimationFrame(answered));
      changes.observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
      const look = () => {
        if (!isShown() && performance.now() - timeStamp < MAX_MS) return requestAnimationFrame(look);
        changes.disconnect();
        // Drawn with the next frame.
        requestAnimationFrame(() => {
          const shownMs = performance.now() - timeStamp;
          done({ answeredMs: answeredMs ?? shownMs, shownMs });
        });
      };
      look();
    };
    for (const kind of ["click", "keydown"])
      document.addEventListener(kind, begin, { capture: true, signal: begun.signal });
  });
};

/** Until a page is there and shows certain words. */
globalThis.watchClick = (path, source) => {
  const shows = new RegExp(source, "i");
  const isLoading = () => document.querySelector("main [role=status][aria-label=Loading]") !== null;
  // A list may open one of its own at once.
  const isThere = () => `${decodeURIComponent(location.pathname)}/`.startsWith(`${path}/`);
  globalThis.watchFor(
    () => isThere() && !isLoading() && shows.test(document.querySelector("main")?.innerText ?? ""),
  );
};
