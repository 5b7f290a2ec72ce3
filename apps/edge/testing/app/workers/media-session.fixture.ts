import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findGaps, type Interval, mergeIntervals, subtractIntervals } from '@sightline/media/timeline/intervals';
import type {
  ConfigureMessage,
  IngestMessage,
  DesiredStream,
} from '../../../src/capabilities/ingest/ingest-messages.ts';
import { type Disk, nodeDisk } from '../../../src/capabilities/footage/disk.ts';
import type {
  FragmentWrittenMessage,
  GapMessage,
  RecordMessage,
  SegmentClosedMessage,
} from '../../../src/capabilities/footage/record-messages.ts';
import type { SourceDriver } from '../../../src/drivers/source-driver.ts';
import { rtspDriver } from '../../../src/drivers/rtsp/rtsp-driver.ts';
import { MediaSession } from '../../../src/app/workers/media-session.ts';

type Message = IngestMessage | RecordMessage;

/** What the main process would keep of the messages of one stream. */
export interface Account {
  fragments: FragmentWrittenMessage[];
  /** By start, as the store upserts them. */
  gaps: Map<number, GapMessage>;
  closed: Map<string, SegmentClosedMessage>;
  statuses: { state: string; reason: string | null }[];
}

/** Collects messages of all streams, as the edge's main process does. */
export class WorkerMessages {
  readonly all: Message[] = [];

  take(message: Message): void {
    this.all.push(message);
  }

  of(streamId: string): Account {
    const account: Account = { fragments: [], gaps: new Map(), closed: new Map(), statuses: [] };
    for (const message of this.all) {
      if (!('streamId' in message) || message.streamId !== streamId) continue;
      if (message.type === 'fragment.written') account.fragments.push(message);
      if (message.type === 'segment.closed') account.closed.set(message.path, message);
      if (message.type === 'stream.status') account.statuses.push(message);
      if (message.type !== 'gap') continue;
      if (!message.open && message.endAtUtcMs <= message.startAtUtcMs) account.gaps.delete(message.startAtUtcMs);
      else account.gaps.set(message.startAtUtcMs, message);
    }
    return account;
  }

  /** Where the store says that accounting must go on. */
  accountedUntil(streamId: string): number | null {
    const { fragments, gaps, closed } = this.of(streamId);
    const ends = [...fragments, ...gaps.values(), ...closed.values()].map((one) => one.endAtUtcMs);
    return ends.length === 0 ? null : Math.max(...ends);
  }

  openSegments(): string[] {
    const open = new Set<string>();
    for (const message of this.all) {
      if (message.type === 'segment.opened') open.add(message.path);
      if (message.type === 'segment.closed' || message.type === 'segment.removed') open.delete(message.path);
    }
    return [...open];
  }
}

const asInterval = (one: { startAtUtcMs: number; endAtUtcMs: number }): Interval => ({
  startMs: one.startAtUtcMs,
  endMs: one.endAtUtcMs,
});

/** Footage of a stream: fragments seen written, and what repair found. */
export function footageOf({ fragments, closed }: Account): Interval[] {
  const repaired = [...closed.values()].filter((segment) => segment.repaired);
  return mergeIntervals([...fragments.map(asInterval), ...repaired.map(asInterval)]);
}

/** What is wrong with the account between its first and last moment: moments without footage and cause, and with both. */
export function accountErrors(account: Account): { unexplained: Interval[]; both: Interval[] } {
  const footage = footageOf(account);
  const gaps = [...account.gaps.values()].map(asInterval);
  const all = mergeIntervals([...footage, ...gaps]);
  const range = { startMs: all[0]!.startMs, endMs: all.at(-1)!.endMs };
  const outside = subtractIntervals(gaps, footage);
  return { unexplained: findGaps(all, range), both: subtractIntervals(gaps, outside) };
}

export interface TestSession {
  session: MediaSession;
  book: WorkerMessages;
  folder: string;
  volume: string;
  busSocketPath: string;
  configure(streams: DesiredStream[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the media worker's inside in this process with its own folder. */
export async function startSession(
  parts: {
    disk?: Disk;
    nodeAv?: SourceDriver | null;
    folder?: string;
    syncPolicy?: 'fragment' | 'relaxed';
    book?: WorkerMessages;
    keptStreams?: ConfigureMessage['keptStreams'];
    lingerMs?: number;
    outliveMs?: number;
  } = {},
): Promise<TestSession> {
  const folder = parts.folder ?? (await mkdtemp(join(tmpdir(), 'sightline-media-')));
  const book = parts.book ?? new WorkerMessages();
  const session = new MediaSession({
    drivers: { rtsp: rtspDriver, nodeAv: parts.nodeAv ?? null },
    disk: parts.disk ?? nodeDisk,
    send: (message) => book.take(message),
    lingerMs: parts.lingerMs,
    outliveMs: parts.outliveMs,
  });
  session.start();
  const volume = join(folder, 'volume');
  const busSocketPath = join(folder, 'bus');
  const common: Omit<ConfigureMessage, 'streams'> = {
    type: 'configure',
    volume,
    busSocketPath,
    syncPolicy: parts.syncPolicy ?? 'fragment',
    openSegments: book.openSegments(),
    keptStreams: parts.keptStreams ?? [],
  };
  return {
    session,
    book,
    folder,
    volume,
    busSocketPath,
    configure: (streams) => session.configure({ ...common, streams }),
    async stop() {
      await session.stop();
      if (parts.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A stream with everything at its default. */
export function desired(streamId: string, url: string, rest: Partial<DesiredStream> = {}): DesiredStream {
  return {
    streamId,
    cameraId: streamId,
    kind: 'main',
    url,
    username: null,
    password: null,
    transport: 'tcp',
    driver: 'auto',
    startReordering: false,
    recording: { mode: 'on', accountedUntilUtcMs: null },
    ...rest,
  };
}

/** Waits for a condition; throws with `what` when it does not come. */
export async function until(condition: () => boolean, what: string, withinMs = 20_000): Promise<void> {
  const endMs = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() > endMs) throw new Error(`waited ${withinMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
