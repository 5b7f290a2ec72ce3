const dismissedKey = 'sightline-browser-notice';

/** Chrome and Edge, on every system; others that build on the same engine are not tested. */
export const isChromeOrEdge = (userAgent: string): boolean =>
  /\b(Edg|EdgA|EdgiOS)\//.test(userAgent) ||
  (/\b(Chrome|CriOS|HeadlessChrome)\//.test(userAgent) &&
    !/\b(OPR|SamsungBrowser|YaBrowser|Vivaldi)\//.test(userAgent));

/** A page counts as embedded when its address says so, whatever the value. */
export const isEmbedded = (search: string): boolean => new URLSearchParams(search).has('embedded');

const isDismissed = (): boolean => {
  try {
    return localStorage.getItem(dismissedKey) !== null;
  } catch (blocked) {
    if (!(blocked instanceof DOMException)) throw blocked;
    return false;
  }
};

/** Whether this browser should be told which ones are tested. */
export const needsBrowserNotice = (): boolean =>
  !isChromeOrEdge(navigator.userAgent) && !isEmbedded(location.search) && !isDismissed();

/** Never again on this browser. */
export const dismissBrowserNotice = (): void => {
  try {
    localStorage.setItem(dismissedKey, 'yes');
  } catch (blocked) {
    // Storage is switched off: it comes again with the next visit.
    if (!(blocked instanceof DOMException)) throw blocked;
  }
};
