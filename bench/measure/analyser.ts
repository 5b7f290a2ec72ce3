import type { AnalysisStatus } from '@sightline/contracts/analysis/analysis';
import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  DecodeWorkerConfig,
  DecodeWorkerEvent,
} from '../../apps/edge/src/capabilities/analyse/analyse-messages.ts';
import { decodeWorkerFlags } from '../../apps/edge/src/capabilities/decode/decode-worker-flags.ts';
import type { ConfigureMessage } from '../../apps/edge/src/capabilities/ingest/ingest-messages.ts';
import { desired, WorkerMessages } from '../../apps/edge/testing/app/workers/media-session.fixture.ts';
import type { FromWorker } from '../../apps/edge/src/platform/processes/worker-messages.ts';

/** The product's two processes that record and look, as the core runs them; nothing else of the core. */
export interface Analyser {
  mediaPid: number;
  decodePid: number;
  /** What was opened since the start, by camera. */
  opened: Map<string, number>;
  status: () => Promise<AnalysisStatus>;
  /** Milliseconds of gaps that are not the start, over all cameras. */
  missingMs: () => number;
  stop: () => Promise<void>;
}

const workerEntry = (name: string): string =>
  fileURLToPath(new URL(`../../apps/edge/src/app/workers/${name}.ts`, import.meta.url));

export interface AnalyserOptions {
  modelsFolder: string;
  /** While something moves. */
  maxInferencesPerSecond: number;
}

/** Ids as the contract wants them. */
const cameraIdOf = (index: number): string => `01900000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exited;
  clearTimeout(force);
}

function startMedia(urls: readonly string[], folder: string, book: WorkerMessages): ChildProcess {
  const child = fork(workerEntry('media-worker'), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    execArgv: [],
  });
  child.on('message', (message) => book.take(message as never));
  const message: ConfigureMessage = {
    type: 'configure',
    streams: urls.map((url, index) =>
      desired(`stream-${String(index)}`, url, { cameraId: cameraIdOf(index), driver: 'rtsp' }),
    ),
    volume: folder,
    busSocketPath: join(folder, 'bus.sock'),
    syncPolicy: 'fragment',
    openSegments: [],
    keptStreams: [],
  };
  child.send(message);
  return child;
}

function startDecode(count: number, folder: string, options: AnalyserOptions): ChildProcess {
  const child = fork(workerEntry('decode-worker'), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    execArgv: [...decodeWorkerFlags],
  });
  const cameras = Array.from({ length: count }, (_, index) => ({
    cameraId: cameraIdOf(index),
    streams: [{ streamId: `stream-${String(index)}`, kind: 'sub' as const }],
    settings: defaultAnalysis,
  }));
  const config: DecodeWorkerConfig = {
    busSocketPath: join(folder, 'bus.sock'),
    volume: folder,
    modelsFolder: options.modelsFolder,
    maxInferencesPerSecond: options.maxInferencesPerSecond,
    operatorModelsFolder: null,
    cameras,
    watchedCameraIds: [],
  };
  child.send({ type: 'configure', config });
  return child;
}

/** Starts both for these streams. */
export function startAnalyser(urls: readonly string[], folder: string, options: AnalyserOptions): Analyser {
  const book = new WorkerMessages();
  const media = startMedia(urls, folder, book);
  const decode = startDecode(urls.length, folder, options);
  const opened = new Map<string, number>();
  const waiting: ((status: AnalysisStatus) => void)[] = [];
  decode.on('message', (message: FromWorker) => {
    if (message.type === 'reply') waiting.shift()?.(message.body as AnalysisStatus);
    const event = message.type === 'event' ? (message.event as DecodeWorkerEvent) : null;
    if (event?.type === 'event' && event.report.phase === 'opened')
      opened.set(event.report.cameraId, (opened.get(event.report.cameraId) ?? 0) + 1);
  });
  return {
    mediaPid: media.pid ?? 0,
    decodePid: decode.pid ?? 0,
    opened,
    status: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        decode.send({ type: 'request', requestId: 1, command: 'analysis.status', body: {} });
      }),
    missingMs: () =>
      urls
        .flatMap((_, index) => [...book.of(`stream-${String(index)}`).gaps.values()])
        .filter((gap) => gap.cause !== 'starting')
        .reduce((sum, gap) => sum + gap.endAtUtcMs - gap.startAtUtcMs, 0),
    stop: async () => {
      await end(decode);
      await end(media);
    },
  };
}
