/** Notes something that went wrong and that nobody has to act on. */
export const logProblem = (text: string, cause?: unknown): void =>
  console.warn(text, ...(cause === undefined ? [] : [cause]));

/** Notes something that is worth knowing when a problem is looked for. */
export const logFact = (text: string, cause?: unknown): void =>
  console.info(text, ...(cause === undefined ? [] : [cause]));

/** Notes something that must not happen. */
export const logCritical = (text: string, cause?: unknown): void =>
  console.error(`critical: ${text}`, ...(cause === undefined ? [] : [cause]));
