import { setPriority } from 'node:os';
import type { DecodeWorkerConfig, DecodeWorkerEvent } from '../../capabilities/analyse/analyse-messages.ts';
import { createWorkMarks, noMarks } from '../../capabilities/analyse/work-marks.ts';
import { AnalysisSession } from '../../capabilities/analyse/analysis-session.ts';
import type { GalleryPart } from '../../capabilities/recognise/known-faces/known-faces-messages.ts';
import { loadDecoding } from '../../capabilities/decode/load-decoding.ts';
import { workerCapabilities } from '../../capabilities/analyse/worker-capabilities.ts';
import { openModels, type ManagedModelSet } from '../../capabilities/models/model-set.ts';
import { openOnnxRuntime } from '../../drivers/onnx/onnx-runtime.ts';
import { systemClock } from '../../platform/clock.ts';
import { makeLog } from '../../platform/log/log.ts';
import { sharedFd } from '../../platform/processes/supervised-process.ts';
import { emitFromWorker, runWorker } from '../../platform/processes/worker-channel.ts';

// The process that looks at pictures: decodes, finds motion, asks the models, follows what moves.

/** Recording and viewers come first whenever the processor is short. Set before anything starts: threads inherit it. */
const niceness = 5;

const log = makeLog('decode');
let models: ManagedModelSet | null = null;
let session: AnalysisSession | null = null;
/** What comes before the session is open waits for it. */
const opened = Promise.withResolvers<AnalysisSession>();
let canDecode = false;
let told = { models: '', capabilities: '' };

const emit = (event: DecodeWorkerEvent): void => emitFromWorker(event);

/** Statuses and capabilities go out when they differ from what was said last. */
function notifyModels(): void {
  if (models === null) return;
  const statuses = models.statuses();
  const list = workerCapabilities(canDecode, models);
  const now = { models: JSON.stringify(statuses), capabilities: JSON.stringify(list) };
  if (now.models !== told.models) emit({ type: 'models', statuses });
  if (now.capabilities !== told.capabilities) emit({ type: 'capabilities', list });
  told = now;
}

async function open(config: DecodeWorkerConfig): Promise<AnalysisSession> {
  const marks = config.hasMarks ? createWorkMarks(sharedFd) : noMarks;
  const { decoding, failure } = await loadDecoding();
  if (failure !== null) log.warn({ detail: failure.slice(0, 500) }, 'there is no decoder, nothing is analysed');
  canDecode = decoding !== null;
  models = await openModels({
    modelsFolder: config.modelsFolder,
    operatorFolder: config.operatorModelsFolder,
    openRuntime: openOnnxRuntime,
    onChange: notifyModels,
    onRunning: (packFolder) => marks.running(packFolder),
    log,
  });
  notifyModels();
  const opened = new AnalysisSession({ decoding, models, clock: systemClock, emit, log, marks });
  opened.start();
  return opened;
}

try {
  setPriority(niceness);
} catch (error) {
  log.info({ detail: String(error) }, 'the priority of the analysis stays as it is');
}

runWorker({
  async configure(next) {
    const config = next as DecodeWorkerConfig;
    session ??= await open(config);
    opened.resolve(session);
    await session.configure(config);
  },
  commands: {
    'analysis.status': async () =>
      session?.status() ?? {
        canDecode: false,
        models: [],
        cameras: [],
        inference: { budgetShare: 0, usedShare: 0, wantedFps: 0, givenFps: 0 },
      },
    'gallery.put': async (part) => {
      (await opened.promise).putGallery(part as GalleryPart);
      return {};
    },
    'faces.describe': async (body) => (await opened.promise).describeFaces((body as { bytes: string }).bytes),
    'models.reload': async () => {
      await models?.reload();
      notifyModels();
      return {};
    },
  },
  async stop() {
    await session?.stop();
    await models?.stop();
  },
});
