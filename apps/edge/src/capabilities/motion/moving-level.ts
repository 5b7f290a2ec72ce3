/** Levels from which something moves, 0-255. */
export const movingLevel = 8;
