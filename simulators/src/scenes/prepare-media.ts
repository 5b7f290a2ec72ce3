import { fork } from 'node:child_process';
import { access, mkdir, readdir, rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { basename, join } from 'node:path';
import type { MediaJob, MediaJobProgress } from './media-job.ts';

/** Raise it when a scene changes, so that pictures of an older version are made anew. */
const contentVersion = 3;

export interface PreparedMedia {
  mainFile: string;
  subFile: string;
}

/** What to make: a scene of our own at a size, a clip from a file, or a still card that says something. */
export type MediaRequest = { id: string } & (
  | { kind: 'scene'; width: number; height: number }
  | { kind: 'clip'; source: string }
  | { kind: 'card'; lines: readonly string[]; width: number; height: number }
);

export interface PrepareOptions {
  folder: string;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
  /** Whether somebody waits for just this; otherwise it only uses time that nobody else wants. */
  isUrgent: boolean;
}

const lowestPriority = 19;

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function filesOf(request: MediaRequest, folder: string): PreparedMedia {
  const size = request.kind === 'clip' ? '' : `-${request.height}`;
  const base = join(folder, `v${contentVersion}-${request.id}${size}`);
  return { mainFile: `${base}.main.mp4`, subFile: `${base}.sub.mp4` };
}

/** Runs a media worker to its end; rejects with what it wrote to its error output. */
function runWorker(job: MediaJob, options: PrepareOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./media-worker.ts', import.meta.url), [JSON.stringify(job), String(process.pid)], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      signal: options.signal,
      killSignal: 'SIGKILL',
    });
    // Drawing must not take the processor from what people already watch.
    if (child.pid !== undefined && !options.isUrgent) setPriority(child.pid, lowestPriority);
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4000);
    });
    child.on('message', (message: MediaJobProgress) => options.onProgress(message.done, message.total));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`pictures were not made (${signal ?? code}): ${errors}`));
    });
  });
}

/** A worker that was ended in the middle could not take its unfinished files away. */
async function removeUnfinished(files: PreparedMedia, folder: string): Promise<void> {
  const starts = [files.mainFile, files.subFile].map((file) => `${basename(file)}.`);
  const left = (await readdir(folder)).filter(
    (name) => name.endsWith('.part') && starts.some((start) => name.startsWith(start)),
  );
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

/** Whether the streams of a request are in the folder already. */
export async function isPrepared(request: MediaRequest, folder: string): Promise<boolean> {
  const files = filesOf(request, folder);
  return (await exists(files.mainFile)) && (await exists(files.subFile));
}

function jobOf(request: MediaRequest, files: PreparedMedia): MediaJob {
  const { id, ...rest } = request;
  return rest.kind === 'scene' ? { ...files, ...rest, sceneId: id } : { ...files, ...rest };
}

/** Makes a main and a sub stream once and keeps them in `folder`; later calls find them there. */
export async function prepareMedia(request: MediaRequest, options: PrepareOptions): Promise<PreparedMedia> {
  const files = filesOf(request, options.folder);
  if (await isPrepared(request, options.folder)) return files;
  await mkdir(options.folder, { recursive: true });
  await removeUnfinished(files, options.folder);
  await runWorker(jobOf(request, files), options);
  return files;
}
