import type { EdgeCommandInput, EdgeCommandName } from '@sightline/contracts/link/link-commands';
import { edgeCommands } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import { readMotionHeat, readMotionLevels, searchMotion } from '../../capabilities/search/motion-search.ts';
import { ExportJobs } from '../../capabilities/export/export-jobs.ts';
import { openExportRoom } from '../../capabilities/export/export-room.ts';
import type { JobWorkerConfig } from '../../capabilities/export/job-worker-messages.ts';
import { openFootage } from '../../capabilities/footage/open-footage.ts';
import type { OpenFootage } from '../../capabilities/footage/open-footage.ts';
import { type CameraPrivacy, privacyAmong } from '../../capabilities/privacy/camera-privacy.ts';
import { cameraPoster } from '../../capabilities/snapshot/camera-poster.ts';
import { testCamera } from '../../capabilities/snapshot/camera-test.ts';
import { createPictureMaker } from '../../capabilities/snapshot/picture-maker.ts';
import { FootageConverters } from '../../capabilities/transcode/footage-converters.ts';
import { rtspDriver } from '../../drivers/rtsp/rtsp-driver.ts';
import { rtspSpeakers } from '../../drivers/rtsp/rtsp-speaker.ts';
import { systemClock } from '../../platform/clock.ts';
import type { MotionLevelsAsk } from '../../capabilities/play/footage-commands.ts';
import { emitFromWorker, runWorker } from '../../platform/processes/worker-channel.ts';
import { compatDriver } from './compat-driver.ts';

// The process that does what takes a while: tests of cameras, pictures, exports, looking through motion.

const pictures = createPictureMaker();
const converters = new FootageConverters();
const drivers = { rtsp: rtspDriver, nodeAv: compatDriver };
let config: JobWorkerConfig | null = null;
let footage: OpenFootage | null = null;
let jobs: ExportJobs | null = null;

const streamId = (cameraId: string, kind: 'main' | 'sub'): string | null =>
  config?.cameras.find((camera) => camera.cameraId === cameraId)?.streams.find((stream) => stream.kind === kind)
    ?.streamId ?? null;

const footageId = (cameraId: string, kind: 'main' | 'sub'): string | null =>
  config?.cameras.find((camera) => camera.cameraId === cameraId)?.streams.find((stream) => stream.kind === kind)
    ?.footageId ?? streamId(cameraId, kind);

const privacy = (cameraId: string): CameraPrivacy | null => privacyAmong(config?.cameras ?? [], cameraId);

function read<N extends EdgeCommandName>(name: N, body: unknown): EdgeCommandInput<N> {
  const input = edgeCommands[name].input.safeParse(body);
  if (!input.success) throw new AppError('validation_failed', { command: name });
  return input.data as EdgeCommandInput<N>;
}

async function configure(next: JobWorkerConfig): Promise<void> {
  config = next;
  if (footage !== null) return;
  footage = openFootage({
    storePath: next.storePath,
    volume: next.volume,
    mark: () => config?.mark ?? null,
    nowUtcMs: systemClock.nowUtcMs,
  });
  const made = new ExportJobs({
    footage: footage.source,
    folder: next.exportFolder,
    streamId: footageId,
    privacy,
    openConverter: converters.open,
    server: () => (config?.serverUrl ? { url: config.serverUrl, ca: config.serverCa } : null),
    room: openExportRoom({
      exportFolder: next.exportFolder,
      volume: next.volume,
      softwareFolder: next.softwareFolder ?? null,
    }),
    onState: emitFromWorker,
  });
  await made.prepare();
  jobs = made;
}

function configured(): JobWorkerConfig {
  if (config === null) throw new AppError('core_part_down');
  return config;
}

function running(): ExportJobs {
  if (jobs === null) throw new AppError('core_part_down');
  return jobs;
}

runWorker({
  configure: (next) => configure(next as JobWorkerConfig),
  commands: {
    'camera.test': (body) =>
      testCamera(
        { drivers, pictures, speakers: rtspSpeakers, nowMs: systemClock.monotonicMs },
        read('camera.test', body),
      ),
    'camera.poster': (body) =>
      cameraPoster(
        { busSocketPath: configured().busSocketPath, pictures, streamId, privacy },
        read('camera.poster', body),
      ),
    'motion.search': async (body) => searchMotion({ volume: configured().volume, ...read('motion.search', body) }),
    'motion.heat': async (body) => readMotionHeat({ volume: configured().volume, ...read('motion.heat', body) }),
    'motion.levels': async (body) => readMotionLevels({ volume: configured().volume, ...(body as MotionLevelsAsk) }),
    'export.start': (body) => running().start(read('export.start', body)),
    'export.cancel': async (body) => {
      running().cancel(read('export.cancel', body).exportId);
      return {};
    },
  },
  async stop() {
    jobs?.stop();
    converters.stop();
    pictures.stop();
    await footage?.close();
  },
});
