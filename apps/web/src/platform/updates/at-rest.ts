/** A screen that was just drawn still reads what it shows. */
const settleMs = 1500;
/** A page that is never idle is not waited for any longer. */
const maxMs = 5000;

/** Resolves once the page had time for its first screen and the browser has nothing better to do: 1.5 to 6.5 s from now. */
export const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      // Safari cannot tell.
      if (!('requestIdleCallback' in globalThis)) return resolve();
      requestIdleCallback(() => resolve(), { timeout: maxMs });
    }, settleMs);
  });
