import { cameraPageCommands } from '@sightline/contracts/camera-pages/camera-page-link';
import { onvifCommands } from '@sightline/contracts/cameras/camera-onvif';
import type { EdgeCommandName } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import { dhcpHandlers, type DhcpService } from '../capabilities/dhcp/dhcp-service.ts';
import { forwardTo, type CommandHandlers, type CommandTarget } from '../platform/link/command-handlers.ts';
import { readLog } from '../platform/log/read-log.ts';
import type { CamerasStore } from '../platform/store/cameras-store.ts';
import type { DesiredStore } from '../platform/store/desired-store.ts';
import type { Analysis } from '../capabilities/analyse/analysis.ts';
import type { ExportsJournal } from '../capabilities/export/exports-journal.ts';
import { footageHandlers, type FootageParts } from '../capabilities/record/footage-commands.ts';
import type { LocalViews } from '../capabilities/local/local-views.ts';
import type { Software } from '../capabilities/update/software.ts';
import { storageHandlers } from '../capabilities/retain/storage-commands.ts';
import { syncHandlers } from '../capabilities/sync/sync-commands.ts';
import { talkHandlers } from '../capabilities/talk/talk-commands.ts';

/** Who answers what the server asks. */
export interface CommandParts {
  live: CommandTarget;
  jobs: CommandTarget;
  devices: CommandTarget;
  pages: CommandTarget;
  exports: ExportsJournal;
  footage: FootageParts;
  analysis: Pick<Analysis, 'status'>;
  dhcp: DhcpService;
  software: Pick<Software, 'handlers'>;
  local: Pick<LocalViews, 'believe'>;
  desired: DesiredStore;
  logFolder: string;
}

/** Every command of the contract with who answers it: here, or the process that owns the matter. */
export const commandHandlers = (parts: CommandParts): CommandHandlers => ({
  ...footageHandlers(parts.footage),
  ...storageHandlers(parts.footage),
  ...syncHandlers(parts.desired),
  ...parts.exports.handlers,
  ...dhcpHandlers(parts.dhcp),
  ...parts.software.handlers,
  ...talkHandlers(parts.live, parts.footage.cameras),
  ...forwardTo(parts.live, ['live.offer', 'live.candidate', 'live.grant', 'live.close', 'relay.open']),
  ...forwardTo(parts.jobs, ['camera.test', 'motion.search', 'motion.heat']),
  ...forwardTo(parts.devices, namesOf(onvifCommands)),
  ...forwardTo(parts.pages, namesOf(cameraPageCommands)),
  'camera.poster': posterHandler(parts.jobs, parts.footage.cameras),
  'analysis.status': () => parts.analysis.status(),
  'logs.read': (query) => readLog(parts.logFolder, query),
  'local.trust': (trust) => parts.local.believe(trust),
});

const namesOf = <N extends EdgeCommandName>(commands: Readonly<Record<N, unknown>>): N[] =>
  Object.keys(commands) as N[];

/** What the server saved may hide more than this core knows of: a picture taken by older settings would show it. */
function posterHandler(jobs: CommandTarget, cameras: CamerasStore): CommandHandlers<'camera.poster'>['camera.poster'] {
  const forwarded = forwardTo(jobs, ['camera.poster'])['camera.poster'];
  return (input, timeoutMs) => {
    if (cameras.revisionOf(input.cameraId) < input.revision) throw new AppError('camera_not_ready');
    return forwarded(input, timeoutMs);
  };
}
