/**
 * A loader of code that is fetched when it is first needed. Where the network is away at that moment it comes once the network is back: the page
 * stays, with its line that says so, and nothing that was written on it is lost to a reload.
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
