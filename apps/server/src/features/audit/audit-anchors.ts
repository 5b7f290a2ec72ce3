import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Where a chain was seen to end, at a place that the database does not reach. */
export interface Anchor {
  organizationId: string;
  /** Seals there were before those that this anchor vouches for. */
  from: number;
  /** Number of the last seal, and its hash in hex. */
  number: number;
  hash: string;
  atMs: number;
}

const anchorLine = z.object({
  organizationId: z.string(),
  from: z.number().int().min(0),
  number: z.number().int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  atMs: z.number().int(),
});

const ending = '.jsonl';
/** So many lines are added to a file before those of a day that say no more than the day's last one are dropped. */
const thinEvery = 500;
const dayMs = 86_400_000;

/** A server process with the data folder is the only one that writes here; checks may read beside it. */
export type AuditAnchors = ReturnType<typeof createAuditAnchors>;

/** Anchors of all chains: in a folder, one file for each organization, one line for each anchor. */
export function createAuditAnchors(dataDir: string) {
  const folder = join(dataDir, 'audit-anchors');
  const fileOf = (organizationId: string): string => join(folder, `${organizationId}${ending}`);
  const added = new Map<string, number>();

  /** All of a chain in the order in which they were written; none when this installation never anchored it. */
  const read = async (organizationId: string): Promise<Anchor[]> =>
    (await textOf(fileOf(organizationId))).split('\n').flatMap(parsed);

  const thin = async (organizationId: string): Promise<void> => {
    const [all, file] = [await read(organizationId), fileOf(organizationId)];
    const kept = all.filter((anchor, n) => isToKeep(anchor, all[n + 1]));
    if (kept.length === all.length) return;
    await write({ file: `${file}.new`, flag: 'w' }, kept.map(lineOf).join(''));
    await rename(`${file}.new`, file);
  };

  return {
    read,
    /** Organizations that were anchored here. */
    list: async (): Promise<string[]> =>
      (await names(folder))
        .filter((name) => name.endsWith(ending))
        .map((name) => name.slice(0, -ending.length))
        .sort(),
    /** Has reached the disk when it answers. */
    add: async (anchor: Anchor): Promise<void> => {
      const { organizationId } = anchor;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await write({ file: fileOf(organizationId), flag: 'a' }, lineOf(anchor));
      const count = added.get(organizationId) ?? 0;
      added.set(organizationId, count + 1);
      if (count % thinEvery === 0) await thin(organizationId);
    },
  };
}

// The line break comes first: what a crash left half written then spoils no line but its own.
const lineOf = (anchor: Anchor): string => `\n${JSON.stringify(anchor)}`;

function parsed(line: string): Anchor[] {
  if (line === '') return [];
  try {
    return [anchorLine.parse(JSON.parse(line))];
  } catch {
    // Half a line from a crash: its seals are vouched for by the next one.
    return [];
  }
}

/** The last of each day, and every one after which the chain went on from further back than it had been. */
const isToKeep = (anchor: Anchor, next: Anchor | undefined): boolean =>
  next === undefined || Math.floor(next.atMs / dayMs) !== Math.floor(anchor.atMs / dayMs) || next.from < anchor.number;

async function write({ file, flag }: { file: string; flag: 'a' | 'w' }, text: string): Promise<void> {
  const handle = await open(file, flag, 0o600);
  try {
    await handle.write(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return '';
    throw error;
  }
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
