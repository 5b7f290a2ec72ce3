import type { AnalysisStatus } from '@sightline/contracts/analysis/analysis';
import { v7 as uuidv7 } from 'uuid';
import type { DecodeWorkerConfig, DecodeWorkerEvent } from '../../../src/capabilities/analyse/analyse-messages.ts';
import { createWorkMarks } from '../../../src/capabilities/analyse/work-marks.ts';
import { eventReportOf } from '../../report/test-event-report.ts';
import { sharedFd } from '../../../src/platform/processes/supervised-process.ts';
import { emitFromWorker, runWorker } from '../../../src/platform/processes/worker-channel.ts';

// A decode worker without pictures: sees one person on each camera as soon as it has it, who stays until it is told to stop. The
// pictures of a camera whose id ends with `dead` end the process, as a decoder can.

const open = new Map<string, ReturnType<typeof eventReportOf>>();
let config: DecodeWorkerConfig | null = null;

const notify = (event: DecodeWorkerEvent): void => emitFromWorker(event);

function see(cameraId: string): void {
  const report = eventReportOf({ cameraId, eventId: uuidv7(), startedAtUtcMs: Date.now() });
  open.set(cameraId, report);
  notify({ type: 'event', report });
  const { eventId, startedAtUtcMs } = report;
  notify({
    type: 'picture',
    eventId,
    cameraId,
    startedAtUtcMs,
    kind: 'object',
    jpeg: new Uint8Array([0xff, 0xd8, 0xff]),
  });
}

function status(): AnalysisStatus {
  const cameras = [...open.keys()].map((cameraId) => ({
    cameraId,
    state: 'active' as const,
    cause: null,
    stream: 'sub' as const,
    decodedFps: 5,
    wantedFps: 5,
    givenFps: 4,
    share: 0.5,
    queueAgeMs: 10,
    droppedFps: 0,
    motionLevel: 20,
    openTracks: 1,
  }));
  return {
    canDecode: true,
    models: [],
    cameras,
    inference: { budgetShare: 0.6, usedShare: 0.2, wantedFps: 5 * cameras.length, givenFps: 4 * cameras.length },
  };
}

runWorker({
  configure(next) {
    config = next as DecodeWorkerConfig;
    notify({ type: 'capabilities', list: ['motion', 'analyse'] });
    for (const { cameraId } of config.cameras) {
      if (!open.has(cameraId)) see(cameraId);
      if (!cameraId.endsWith('dead')) continue;
      createWorkMarks(sharedFd).decoding(cameraId);
      process.kill(process.pid, 'SIGSEGV');
    }
    for (const cameraId of config.watchedCameraIds)
      notify({ type: 'boxes', cameraId, atUtcMs: 1, holdMs: 0, tracks: [] });
  },
  commands: { 'analysis.status': async () => status(), 'models.reload': async () => ({}) },
  stop() {
    for (const report of open.values()) {
      notify({
        type: 'event',
        report: { ...report, phase: 'closed', revision: 2, endedAtUtcMs: report.lastSeenUtcMs },
      });
    }
    return Promise.resolve();
  },
});
