import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asideFolder, asidePath, segmentStart } from '../footage/segment-path.ts';

/** A file, or a piece of one, that repair could not read. */
export interface AsideFile {
  streamId: string;
  path: string;
  startUtcMs: number;
  bytes: number;
}

/** What was set aside on a volume: of each stream the oldest, at most `limit`. */
export function asideFiles(volume: string, limit: number): AsideFile[] {
  return namesIn(join(volume, asideFolder)).flatMap((streamId) =>
    namesIn(join(volume, asideFolder, streamId))
      .flatMap((name) => segmentStart(name) ?? [])
      .toSorted((a, b) => a - b)
      .slice(0, limit)
      .map((startUtcMs) => {
        const path = asidePath(streamId, startUtcMs);
        return {
          streamId,
          path,
          startUtcMs,
          bytes: statSync(join(volume, path), { throwIfNoEntry: false })?.size ?? 0,
        };
      }),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
