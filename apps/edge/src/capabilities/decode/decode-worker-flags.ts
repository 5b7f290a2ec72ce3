/**
 * Flags of Node for the process that looks at pictures. Its own objects are few, but pictures and results of models pass
 * through: with the heap that Node begins with, marking what is alive all over again took a seventh of the processor time.
 */
export const decodeWorkerFlags: readonly string[] = ['--initial-old-space-size=64', '--max-semi-space-size=8'];
