import { edgeCommands } from '@sightline/contracts/link/link-commands';
import type { EdgeCommandInput, EdgeCommandName } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import { DeviceService } from '../../capabilities/onvif/device-service.ts';
import type { DeviceWorkerConfig } from '../../capabilities/onvif/device-worker-messages.ts';
import { readNeighbours } from '../../capabilities/onvif/neighbour-table.ts';
import { subnetHosts } from '../../capabilities/onvif/subnet-hosts.ts';
import { createOnvifDriver } from '../../drivers/onvif/onvif-driver.ts';
import { createDiscovery } from '../../drivers/onvif/ws-discovery.ts';
import { systemClock } from '../../platform/clock.ts';
import { createDeviceNetworks } from '../../platform/device-networks/device-networks.ts';
import { emitFromWorker, runWorker } from '../../platform/processes/worker-channel.ts';

// The process that speaks to devices: what strangers on the network answer is read here, away from recordings.

let service: DeviceService | null = null;
/** The first question may come with the first configuration. */
const configured = Promise.withResolvers<DeviceService>();

function read<N extends EdgeCommandName>(name: N, body: unknown): EdgeCommandInput<N> {
  const input = edgeCommands[name].input.safeParse(body);
  if (!input.success) throw new AppError('validation_failed', { command: name });
  return input.data as EdgeCommandInput<N>;
}

function make({ deviceNetworks }: DeviceWorkerConfig): DeviceService {
  const networks = createDeviceNetworks(deviceNetworks);
  return new DeviceService({
    onvif: createOnvifDriver({ networks, nowUtcMs: systemClock.nowUtcMs }),
    discover: createDiscovery({ networks }),
    hosts: subnetHosts,
    neighbours: readNeighbours,
    allows: networks.allows,
    addressesOf: networks.addressesOf,
    clock: systemClock,
    emit: emitFromWorker,
  });
}

runWorker({
  configure(next) {
    const config = next as DeviceWorkerConfig;
    service ??= make(config);
    service.configure(config.cameras);
    configured.resolve(service);
  },
  commands: {
    'onvif.scan': async (body) => (await configured.promise).scan(read('onvif.scan', body)),
    'onvif.scanCancel': async (body) => (await configured.promise).cancelScan(read('onvif.scanCancel', body)),
    'onvif.look': async (body) => (await configured.promise).look(read('onvif.look', body)),
    'onvif.identify': async (body) => (await configured.promise).identify(read('onvif.identify', body)),
    'onvif.state': async (body) => (await configured.promise).state(read('onvif.state', body)),
    'onvif.act': async (body) => (await configured.promise).act(read('onvif.act', body)),
  },
  async stop() {
    await service?.stop();
  },
});
