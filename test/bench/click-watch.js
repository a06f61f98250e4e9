/** A click that shows nothing of what was asked for within this long fails. */
const MAX_MS = 15_000;

/** Runs within the page: how long after a click or a key something on it changes, and how long until it shows what was asked for. */
globalThis.watchFor = (isShown) => {
  globalThis.clicked = new Promise((done, fail) => {
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
        const isThere = isShown();
        if (!isThere && performance.now() - timeStamp < MAX_MS) return requestAnimationFrame(look);
        changes.disconnect();
        // Drawn with the next frame.
        requestAnimationFrame(() => {
          const shownMs = performance.now() - timeStamp;
          if (isThere) done({ answeredMs: answeredMs ?? shownMs, shownMs });
          else
            fail(
              new Error(`After ${MAX_MS / 1000} s, ${location.pathname} does not show what was asked for.`),
            );
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
