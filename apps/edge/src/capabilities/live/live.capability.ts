import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import { forwardTo } from '../../platform/link/command-handlers.ts';
import type { WorkerClient } from '../../platform/processes/worker-client.ts';
import type { AnalyseGives } from '../analyse/analyse.capability.ts';
import type { LocalGives } from '../local/local.capability.ts';
import type { PlaceGives } from '../place/place.capability.ts';
import { sharedConfig } from '../footage/footage-config.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import type { RetainGives } from '../retain/retain.capability.ts';
import type { LiveWorkerConfig } from './live-worker-messages.ts';
import { startLiveWorker } from './live-process.ts';

export interface LiveGives {
  /** The process that serves viewers. */
  live: WorkerClient;
}

type Needs = EdgeCore & RecoverGives & PlaceGives & RetainGives & AnalyseGives & LocalGives;
type Commands = 'live.offer' | 'live.candidate' | 'live.grant' | 'live.close' | 'relay.open';

/** Shows viewers pictures as they come and as they were recorded, in a process of its own. */
export const liveCapability: EdgeCapability<Needs, LiveGives, Commands> = {
  verb: 'live',
  abilities: ['live'],
  begins: 'withServer',
  start: (core, onStop) => {
    const { analysis, retention, local, log } = core;
    const live = startLiveWorker({
      log,
      onBoxesWatched: (cameraIds) => analysis.setWatched(cameraIds),
      onMissing: (path) => retention.checkFile(path),
      local,
    });
    onStop(() => live.stop());
    const configure = (): void => {
      const ice = { port: core.config.icePort, bindAddress: null, servers: [] };
      live.configure({ ...sharedConfig(core), ice, door: local.endpointIdentity() } satisfies LiveWorkerConfig);
    };
    local.serveWith(live, configure);
    analysis.listen({ boxes: (boxes) => live.notify('live.boxes', boxes) });
    return {
      gives: { live },
      handlers: forwardTo(live, ['live.offer', 'live.candidate', 'live.grant', 'live.close', 'relay.open']),
      configure,
    };
  },
};
