import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsualView } from './usual-view.ts';

const ending = '.view';
const version = 1;
/** Version and length of the stream's id. */
const headBytes = 2;

const pathOf = (folder: string, cameraId: string): string => join(folder, `${cameraId}${ending}`);

/** What was learnt of a camera's view; null where nothing was, or nothing that is understood. */
export async function readView(folder: string, cameraId: string): Promise<UsualView | null> {
  try {
    const bytes = await readFile(pathOf(folder, cameraId));
    if (bytes[0] !== version) return null;
    const end = headBytes + (bytes[1] ?? 0);
    return UsualView.fromBytes(bytes.subarray(headBytes, end).toString(), bytes.subarray(end));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Keeps it for the programs after this one. */
export async function writeView(folder: string, cameraId: string, view: UsualView): Promise<void> {
  const stream = Buffer.from(view.streamId);
  const path = pathOf(folder, cameraId);
  await mkdir(folder, { recursive: true, mode: 0o750 });
  await writeFile(`${path}.new`, Buffer.concat([Buffer.from([version, stream.length]), stream, view.toBytes()]), {
    mode: 0o640,
  });
  await rename(`${path}.new`, path);
}

/** Forgets the views of all cameras but these. */
export async function pruneViews(folder: string, cameraIds: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names)
    if (!cameraIds.has(name.slice(0, name.indexOf('.')))) await rm(join(folder, name), { force: true });
}
