import type { AnalysisStatus } from '@sightline/contracts/analysis/analysis';
import type { DhcpService } from '../capabilities/dhcp/dhcp-service.ts';
import { readLog } from '../platform/log/read-log.ts';
import { cameraPageCommands } from '@sightline/contracts/camera-pages/camera-page-link';
import { onvifCommands } from '@sightline/contracts/cameras/camera-onvif';
import type { EdgeCommandInput, EdgeCommandName } from '@sightline/contracts/link/link-commands';
import { edgeCommands } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { WorkerClient } from '../platform/processes/worker-client.ts';
import type { DeviceSupervision } from './device-supervision.ts';
import type { ExportsJournal } from './exports-journal.ts';
import type { FootageParts } from './footage-commands.ts';
import type { PageSupervision } from './page-supervision.ts';
import { coverageCommand, daysCommand } from './footage-commands.ts';
import { isSoftwareCommand, type Software } from './software.ts';
import type { DesiredStore } from '../platform/store/desired-store.ts';
import { isSyncCommand, syncCommand } from './sync-commands.ts';
import type { LocalViews } from './local-views.ts';
import { overviewCommand, storageCommand } from './storage-commands.ts';
import { isTalkOfCamera, withTalkSource } from './talk-commands.ts';

export interface RouterParts {
  live: WorkerClient;
  jobs: WorkerClient;
  devices: Pick<DeviceSupervision, 'request'>;
  pages: Pick<PageSupervision, 'request'>;
  exports: ExportsJournal;
  footage: FootageParts;
  analysis: { status: () => Promise<AnalysisStatus> };
  dhcp: DhcpService;
  software: Pick<Software, 'answer'>;
  local: Pick<LocalViews, 'believe'>;
  desired: DesiredStore;
  logFolder: string;
}

const ofJobWorker: readonly EdgeCommandName[] = ['camera.test', 'camera.poster', 'motion.search', 'motion.heat'];

/** Answers what the server asks over the link: here, or by the worker that owns the matter. */
export async function routeCommand(
  parts: RouterParts,
  command: string,
  request: { body: unknown; timeoutMs: number },
): Promise<unknown> {
  if (!Object.hasOwn(edgeCommands, command)) throw new AppError('bad_request', { command });
  const name = command as EdgeCommandName;
  const input = edgeCommands[name].input.safeParse(request.body);
  if (!input.success) throw new AppError('validation_failed', { command });
  if (name === 'recordings.coverage')
    return coverageCommand(parts.footage, input.data as EdgeCommandInput<typeof name>);
  if (name === 'recordings.days') return daysCommand(parts.footage, input.data as EdgeCommandInput<typeof name>);
  if (name === 'recordings.storage') return storageCommand(parts.footage, input.data as EdgeCommandInput<typeof name>);
  if (name === 'storage.overview') return overviewCommand(parts.footage);
  if (isSyncCommand(name)) return syncCommand(parts.desired, name, input.data);
  if (name === 'analysis.status') return parts.analysis.status();
  if (name === 'export.start')
    return parts.exports.start(input.data as EdgeCommandInput<typeof name>, request.timeoutMs);
  if (name === 'export.cancel')
    return parts.exports.cancel(input.data as EdgeCommandInput<typeof name>, request.timeoutMs);
  if (name === 'logs.read') return readLog(parts.logFolder, input.data as EdgeCommandInput<typeof name>);
  if (name === 'local.trust') return parts.local.believe(input.data as EdgeCommandInput<typeof name>);
  if (name === 'dhcp.get') return parts.dhcp.get();
  if (name === 'dhcp.set') return parts.dhcp.set(input.data as EdgeCommandInput<typeof name>);
  if (name === 'dhcp.reserve') return parts.dhcp.reserve(input.data as EdgeCommandInput<typeof name>);
  if (name === 'dhcp.release') return parts.dhcp.release(input.data as EdgeCommandInput<typeof name>);
  if (isSoftwareCommand(name)) return parts.software.answer(name, input.data);
  if (name === 'camera.poster') requireRevision(parts.footage.cameras, input.data as EdgeCommandInput<typeof name>);
  if (Object.hasOwn(onvifCommands, name)) return parts.devices.request(name, input.data, request.timeoutMs);
  if (Object.hasOwn(cameraPageCommands, name)) return parts.pages.request(name, input.data, request.timeoutMs);
  if (isTalkOfCamera(name))
    return parts.live.request(
      name,
      withTalkSource(parts.footage.cameras.list(), input.data as EdgeCommandInput<'talk.look'>),
      request.timeoutMs,
    );
  const worker = ofJobWorker.includes(name) ? parts.jobs : parts.live;
  return worker.request(name, input.data, request.timeoutMs);
}

/** What the server saved may hide more than this core knows of: a picture taken by older settings would show it. */
function requireRevision(
  cameras: FootageParts['cameras'],
  { cameraId, revision }: EdgeCommandInput<'camera.poster'>,
): void {
  if (cameras.revisionOf(cameraId) < revision) throw new AppError('camera_not_ready');
}
