const unexplained = 'errors.internal';

/**
 * What is shown for a key without words. A server that is newer than this page may answer codes that the page does not
 * know: then it says that something failed, and never the code.
 */
export const missingText =
  (wordsOf: (key: typeof unexplained) => string) =>
  (key: string, fallback?: string): string => {
    if (fallback !== undefined) return fallback;
    return key.startsWith('errors.') && key !== unexplained ? wordsOf(unexplained) : key;
  };
