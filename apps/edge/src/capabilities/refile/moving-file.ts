import { z } from 'zod';
import type { MetaStore } from '../../platform/store/meta-store.ts';

const key = 'footageMoving';
const moving = z.object({ id: z.number().int(), path: z.string(), to: z.string(), number: z.number().int() });

/** A file that goes from one name to another: the row `id`, for the span `number` of the clock. */
export type MovingFile = z.infer<typeof moving>;

/** The file that is being moved, or was when the process before ended. */
export function movingFile(meta: MetaStore): MovingFile | null {
  const written = meta.get(key);
  return written === null ? null : moving.parse(JSON.parse(written));
}

/** Writes down what is about to be moved; null once it is. */
export function noteMoving(meta: MetaStore, file: MovingFile | null): void {
  if (file === null) meta.remove(key);
  else meta.set(key, JSON.stringify(file));
}
