/**
 * A loader for code that is fetched when first needed. If the network is down at that moment, it waits until it is back: the page stays, with its
 * offline notice, and a reload loses nothing that was typed.
 */
export function whenReachable<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (navigator.onLine) throw error;
        await new Promise((done) => window.addEventListener("online", done, { once: true }));
      }
    }
  };
}
