/** What the edge tells the program that started it (`./sightline up`). */
export type ToParent = { type: 'step'; name: string; elapsedMs: number } | { type: 'ready'; url: string } | { type: 'failed'; code: string; message: string };

/** Tells the parent, when there is one. */
export function tellParent(message: ToParent): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
