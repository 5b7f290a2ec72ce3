import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import { Backoff } from '../../platform/backoff.ts';
import type { OpenConverter } from '../footage/footage-converter.ts';
import type { FootageSource } from '../footage/footage-source.ts';
import { type CameraPrivacy, hidesAll } from '../privacy/camera-privacy.ts';
import { maskingFailure } from '../privacy/masking-failure.ts';
import type { OpenSound } from './export-sound.ts';
import { openSound } from './export-sound.ts';
import type { ExportPlan } from './export-plan.ts';
import { neededBytes, planExport } from './export-plan.ts';
import type { ExportRoom } from './export-room.ts';
import type { UploadTarget } from './export-upload.ts';
import { uploadExport } from './export-upload.ts';
import type { WrittenExport } from './export-writer.ts';
import { writeExport } from './export-writer.ts';
import type { HiddenPlan } from './hidden-plan.ts';
import { hidePlan } from './hidden-plan.ts';
import type { ExportStateEvent } from './job-worker-messages.ts';

export interface ExportJobsDeps {
  footage: FootageSource;
  folder: string;
  /** Stream of a camera, or null. */
  streamId: (cameraId: string, kind: 'main' | 'sub') => string | null;
  /** What a camera hides; null when that is nothing. */
  privacy: (cameraId: string) => CameraPrivacy | null;
  openConverter: OpenConverter;
  server: () => { url: string; ca: string | null } | null;
  onState: (event: ExportStateEvent) => void;
  /** What exports may take of the disk. */
  room: () => Promise<ExportRoom>;
  /** How long a finished file waits for a server that is away; half an hour unless said. */
  uploadPatienceMs?: number;
  /** Makes sound that players understand of G.711; AAC unless something else is given. */
  openSound?: OpenSound;
}

type StartInput = EdgeCommandInput<'export.start'>;

interface Job {
  input: StartInput;
  plan: ExportPlan;
  /** What the camera hid when it was asked for: it may be gone when its turn comes. */
  privacy: CameraPrivacy | null;
  /** What it takes of the disk, at most. */
  neededBytes: number;
  abort: AbortController;
  /** Why it was ended, when nobody wished it. */
  failure: ErrorCode | null;
  notifyAtMs: number;
}

const maxAtOnce = 2;
const maxRangeMs = 24 * 3_600_000;
const progressEveryMs = 250;
const checkRoomMs = 1_000;
type ExportEnd = Pick<ExportStateEvent, 'state' | 'progress'> & Partial<ExportStateEvent>;

/** Writing takes this share of the time, uploading the rest. */
const writingShare = 0.4;
/** A server that is being updated or moved is away for minutes; the file is written and can wait for it. */
const uploadPatienceMs = 30 * 60_000;

/** Exports of this core: planned at once, written and uploaded two at a time. */
export class ExportJobs {
  readonly #deps: ExportJobsDeps;
  readonly #jobs = new Map<string, Job>();
  /** Asked for, by id: asking twice is the same job. */
  readonly #starting = new Map<string, Promise<Job>>();
  readonly #queue: Job[] = [];
  /** In the order in which they began. */
  readonly #running = new Set<Job>();
  #watching: NodeJS.Timeout | null = null;

  constructor(deps: ExportJobsDeps) {
    this.#deps = deps;
  }

  /** Removes what an earlier process left half done. */
  async prepare(): Promise<void> {
    await mkdir(this.#deps.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#deps.folder)) await rm(join(this.#deps.folder, name), { force: true });
  }

  /** Answers the gaps of the range and which of its times are uncertain; the rest follows as events. Asking for a running export again changes nothing. */
  async start(input: StartInput): Promise<EdgeCommandOutput<'export.start'>> {
    const known = this.#starting.get(input.exportId) ?? this.#begin(input);
    this.#starting.set(input.exportId, known);
    try {
      const { gaps, uncertain } = (await known).plan;
      return { gaps, uncertain };
    } catch (error) {
      this.#starting.delete(input.exportId);
      throw error;
    }
  }

  /** Ends an export at once; an unknown or finished one is no error. */
  cancel(exportId: string): void {
    const job = this.#jobs.get(exportId);
    // Its footage is still looked for.
    if (job === undefined)
      return void this.#starting
        .get(exportId)
        ?.then((begun) => this.#end(begun))
        .catch(() => undefined);
    this.#end(job);
  }

  #end(job: Job): void {
    job.abort.abort();
    const waiting = this.#queue.findIndex((one) => one === job);
    if (waiting < 0) return;
    this.#queue.splice(waiting, 1);
    this.#notify(job, { state: 'cancelled', progress: 0, failure: 'export_cancelled' });
    this.#forget(job.input.exportId);
  }

  /** Ends all without a word: main asks again after a restart. */
  stop(): void {
    this.#queue.length = 0;
    this.#starting.clear();
    for (const job of this.#jobs.values()) {
      job.abort.abort();
      this.#jobs.delete(job.input.exportId);
    }
  }

  async #begin(input: StartInput): Promise<Job> {
    const lengthMs = input.toUtcMs - input.fromUtcMs;
    if (lengthMs <= 0 || lengthMs > maxRangeMs) throw new AppError('export_range_invalid');
    const streamId = this.#deps.streamId(input.cameraId, input.stream);
    if (streamId === null) throw new AppError('no_footage');
    const plan = await planExport(this.#deps.footage, {
      streamId,
      fromUtcMs: input.fromUtcMs,
      toUtcMs: input.toUtcMs,
    });
    const privacy = this.#deps.privacy(input.cameraId);
    const needed = neededBytes(plan, privacy !== null && !input.originals);
    requireRoom(await this.#deps.room(), { needed, others: this.#jobs.values() });
    const job: Job = {
      input,
      plan,
      privacy,
      neededBytes: needed,
      abort: new AbortController(),
      failure: null,
      notifyAtMs: 0,
    };
    this.#jobs.set(input.exportId, job);
    this.#queue.push(job);
    this.#notify(job, { state: 'queued', progress: 0 });
    this.#next();
    return job;
  }

  #forget(exportId: string): void {
    this.#jobs.delete(exportId);
    this.#starting.delete(exportId);
  }

  #next(): void {
    while (this.#running.size < maxAtOnce) {
      const job = this.#queue.shift();
      if (job === undefined) break;
      this.#running.add(job);
      void this.#run(job).finally(() => {
        this.#running.delete(job);
        if (this.#jobs.get(job.input.exportId) === job) this.#forget(job.input.exportId);
        this.#next();
      });
    }
    this.#watchRoom();
  }

  /** Recording fills the disk meanwhile: rather than footage goes, an export ends, the one that began last first. */
  #watchRoom(): void {
    if (this.#running.size === 0 && this.#watching !== null) {
      clearInterval(this.#watching);
      this.#watching = null;
    }
    if (this.#running.size > 0) this.#watching ??= setInterval(() => void this.#checkRoom(), checkRoomMs);
  }

  async #checkRoom(): Promise<void> {
    const { isTooMuch } = await this.#deps.room().catch(() => ({ isTooMuch: false }));
    const job = [...this.#running].findLast(({ abort }) => !abort.signal.aborted);
    if (!isTooMuch || job === undefined) return;
    job.failure = 'export_no_room';
    job.abort.abort();
  }

  async #run(job: Job): Promise<void> {
    const file = join(this.#deps.folder, `${job.input.exportId}.mp4`);
    const end = await this.#make(job, file);
    // Whoever hears of the end finds nothing left of it on the disk.
    await rm(file, { force: true }).catch(() => undefined);
    this.#notify(job, end);
  }

  async #make(job: Job, file: string): Promise<ExportEnd> {
    try {
      const others = [...this.#running].filter((one) => one !== job);
      requireRoom(await this.#deps.room(), { needed: job.neededBytes, others });
      const written = await this.#write(job, file);
      await this.#upload(job, file, written);
      return { state: 'done', progress: 1, ...written };
    } catch (error) {
      const code = job.failure ?? (job.abort.signal.aborted ? 'export_cancelled' : codeOf(error));
      return { state: code === 'export_cancelled' ? 'cancelled' : 'failed', progress: 0, failure: code };
    }
  }

  async #write(job: Job, file: string): Promise<WrittenExport> {
    const { input, plan, abort } = job;
    const { signal } = abort;
    const privacy = input.originals ? null : this.#hiddenNow(job);
    const hidingShare = privacy === null ? 0 : writingShare - 0.05;
    const hidden =
      privacy === null
        ? null
        : await this.#hide(job, privacy, (share) => this.#progress(job, 'running', share * hidingShare));
    try {
      return await writeExport({
        plan: hidden?.plan ?? plan,
        segments: hidden?.segments ?? this.#deps.footage.segments,
        file,
        openSound: this.#deps.openSound ?? openSound,
        signal,
        onProgress: (share) => this.#progress(job, 'running', hidingShare + share * (writingShare - hidingShare)),
      });
    } finally {
      await hidden?.remove();
    }
  }

  /** What was hidden when the export was asked for stays so; of a camera that was removed meanwhile that is all that is known. */
  #hiddenNow({ input, privacy }: Job): CameraPrivacy | null {
    const now = this.#deps.privacy(input.cameraId);
    return now === hidesAll ? privacy : (now ?? privacy);
  }

  /** Whatever goes wrong: what is hidden never goes into the file instead. */
  async #hide(
    { input, plan, abort }: Job,
    privacy: CameraPrivacy,
    onProgress: (share: number) => void,
  ): Promise<HiddenPlan> {
    const { footage, folder, openConverter } = this.#deps;
    const options = {
      plan,
      segments: footage.segments,
      privacy,
      openConverter,
      folder,
      name: `${input.exportId}-hidden`,
      signal: abort.signal,
      onProgress,
    };
    return hidePlan(options).catch((error: unknown) => {
      throw isDiskFull(error) ? error : maskingFailure(error);
    });
  }

  async #upload(job: Job, file: string, written: WrittenExport): Promise<void> {
    const backoff = new Backoff({ firstMs: 1_000, limitMs: 15_000 });
    const giveUpAtMs = performance.now() + (this.#deps.uploadPatienceMs ?? uploadPatienceMs);
    for (;;) {
      try {
        return await uploadExport({
          file,
          ...written,
          target: this.#targetOf(job),
          signal: job.abort.signal,
          onProgress: (share) => this.#progress(job, 'uploading', writingShare + (1 - writingShare) * share),
        });
      } catch (error) {
        const mayPass = error instanceof AppError && error.code === 'unavailable';
        if (!mayPass || performance.now() > giveUpAtMs) throw mayPass ? gaveUp(job, error) : error;
        await pause(backoff.next(), job.abort.signal);
      }
    }
  }

  #targetOf(job: Job): UploadTarget {
    const server = this.#deps.server();
    if (server === null) throw new AppError('unavailable');
    const { uploadPath, uploadToken: token, uploadPartBytes } = job.input;
    return {
      url: new URL(uploadPath, server.url).href,
      token,
      serverCa: server.ca,
      partBytes: uploadPartBytes ?? null,
    };
  }

  #progress(job: Job, state: 'running' | 'uploading', progress: number): void {
    const nowMs = performance.now();
    if (nowMs < job.notifyAtMs) return;
    job.notifyAtMs = nowMs + progressEveryMs;
    this.#notify(job, { state, progress });
  }

  #notify(job: Job, event: ExportEnd): void {
    // A job that `stop` took away goes on later, under the next process.
    if (this.#jobs.get(job.input.exportId) !== job) return;
    this.#deps.onState({
      type: 'export.state',
      exportId: job.input.exportId,
      failure: null,
      bytes: null,
      sha256: null,
      ...event,
    });
  }
}

/** Throws `export_no_room` with what is needed and what is free of the room of exports, in bytes. */
function requireRoom(
  { mayHoldBytes }: ExportRoom,
  { needed, others }: { needed: number; others: Iterable<Job> },
): void {
  const free = Math.max(0, Math.floor(mayHoldBytes - [...others].reduce((sum, job) => sum + job.neededBytes, 0)));
  if (needed > free) throw new AppError('export_no_room', { neededBytes: needed, freeBytes: free });
}

/** A server of before does not know the reason. */
const gaveUp = ({ input }: Job, cause: unknown): AppError =>
  new AppError(input.uploadPartBytes === undefined ? 'export_failed' : 'export_server_away', {}, { cause });

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  return isDiskFull(error) ? 'disk_full' : 'export_failed';
}

const isDiskFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOSPC';

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
