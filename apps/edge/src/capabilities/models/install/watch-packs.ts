import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const lookEveryMs = 3_000;

/** What lies in the folder of packs: names, sizes and times of change. */
async function contentsOf(folder: string): Promise<string> {
  const lines: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(path);
    lines.push(`${path}/${size}/${mtimeMs}`);
  }
  return lines.toSorted().join('\n');
}

/**
 * Says when packs in a folder were added, changed or taken away, once nothing changes any more: a model is copied for a while. Answers what
 * ends it.
 */
export function watchPacks(folder: string, onChange: () => void): () => void {
  let known: string | null = null;
  let before: string | null = null;
  let isLooking = false;
  const look = async (): Promise<void> => {
    // A folder that is away, or changes just now, says nothing.
    const now = await contentsOf(folder).catch(() => null);
    known ??= now;
    if (now !== null && now === before && now !== known) {
      known = now;
      onChange();
    }
    before = now;
  };
  const turn = (): void => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => (isLooking = false));
  };
  turn();
  const timer = setInterval(turn, lookEveryMs);
  return () => clearInterval(timer);
}
