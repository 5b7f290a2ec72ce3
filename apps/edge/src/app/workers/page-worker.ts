import { edgeCommands } from '@sightline/contracts/link/link-commands';
import type { EdgeCommandInput, EdgeCommandName } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { CameraPagesWorkerConfig } from '../../capabilities/camera-pages/camera-pages-messages.ts';
import { CameraPagesService } from '../../capabilities/camera-pages/camera-pages-service.ts';
import { createDeviceNetworks } from '../../platform/device-networks/device-networks.ts';
import { runWorker } from '../../platform/processes/worker-channel.ts';

// The process that passes the own pages of cameras on: what it carries is a stranger's on both sides, away from recordings.

let service: CameraPagesService | null = null;
/** The first question may come with the first configuration. */
const configured = Promise.withResolvers<CameraPagesService>();

function read<N extends EdgeCommandName>(name: N, body: unknown): EdgeCommandInput<N> {
  const input = edgeCommands[name].input.safeParse(body);
  if (!input.success) throw new AppError('validation_failed', { command: name });
  return input.data as EdgeCommandInput<N>;
}

runWorker({
  configure(next) {
    const config = next as CameraPagesWorkerConfig;
    service ??= new CameraPagesService(createDeviceNetworks(config.deviceNetworks));
    service.configure(config);
    configured.resolve(service);
  },
  commands: {
    'cameraPage.open': async (body) => (await configured.promise).open(read('cameraPage.open', body)),
    'cameraPage.close': async (body) => (await configured.promise).close(read('cameraPage.close', body).pageId),
  },
  async stop() {
    service?.stop();
  },
});
