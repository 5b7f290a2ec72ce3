import fs from 'node:fs';

/** What the recorder asks of a disk. Errors are those of Node's fs. Tests put a tracing disk in between. */
export interface Disk {
  /** Creates the directory and its parents; answers those that are new, outermost first. */
  makeDirectory(path: string): Promise<string[]>;
  /** Opens a new file for reading and writing; fails with EEXIST when there is one. */
  create(path: string): Promise<number>;
  /** Opens an existing file for reading and writing. */
  open(path: string): Promise<number>;
  /** Writes all parts one after another at the position. */
  write(file: number, parts: readonly Uint8Array[], position: number): Promise<void>;
  /** Forces data (and size) to the disk. */
  sync(file: number): Promise<void>;
  /** Forces a directory's entries to the disk. */
  syncDirectory(path: string): Promise<void>;
  truncate(file: number, bytes: number): Promise<void>;
  close(file: number): Promise<void>;
  remove(path: string): Promise<void>;
  /** Moves a file within the disk; one that has the new name already is lost. */
  rename(path: string, to: string): Promise<void>;
  /** The disk that belongs here is not mounted: what is missing is not gone. */
  isAway(): Promise<boolean>;
}

function call(run: (done: (error: NodeJS.ErrnoException | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => run((error) => (error === null ? resolve() : reject(error))));
}

function open(path: string, flags: string): Promise<number> {
  return new Promise((resolve, reject) =>
    fs.open(path, flags, 0o640, (error, file) => (error === null ? resolve(file) : reject(error))),
  );
}

async function makeDirectory(path: string): Promise<string[]> {
  const first = await fs.promises.mkdir(path, { recursive: true, mode: 0o750 });
  if (first === undefined) return [];
  const made = [first];
  for (const part of path.slice(first.length).split(/[\\/]/).filter(Boolean)) made.push(`${made.at(-1)!}/${part}`);
  return made;
}

async function writeAll(file: number, parts: readonly Uint8Array[], position: number): Promise<void> {
  let rest = [...parts];
  let at = position;
  while (rest.length > 0) {
    const written = await new Promise<number>((resolve, reject) =>
      fs.writev(file, rest, at, (error, bytes) => (error === null ? resolve(bytes) : reject(error))),
    );
    if (written === 0) throw Object.assign(new Error('the disk takes nothing'), { code: 'ENOSPC' });
    at += written;
    rest = skipBytes(rest, written);
  }
}

// A nearly full disk takes a part of what it is given.
function skipBytes(parts: Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  for (const [index, part] of parts.entries()) {
    if (left < part.length) return [part.subarray(left), ...parts.slice(index + 1)];
    left -= part.length;
  }
  return [];
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open directories; its file systems journal entries themselves.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await call((done) => fs.fsync(directory, done));
  } finally {
    await call((done) => fs.close(directory, done));
  }
}

/** The real disk. */
export const nodeDisk: Disk = {
  makeDirectory,
  create: (path) => open(path, 'wx+'),
  open: (path) => open(path, 'r+'),
  write: writeAll,
  sync: (file) => call((done) => fs.fdatasync(file, done)),
  syncDirectory,
  truncate: (file, bytes) => call((done) => fs.ftruncate(file, bytes, done)),
  close: (file) => call((done) => fs.close(file, done)),
  remove: (path) => call((done) => fs.unlink(path, done)),
  rename: (path, to) => call((done) => fs.rename(path, to, done)),
  isAway: () => Promise.resolve(false),
};
