import { join } from 'node:path';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import { EdgeIdentity } from '../../platform/link/edge-identity.ts';
import type { Membership } from '../../platform/link/membership.ts';
import type { AnalyseGives } from '../analyse/analyse.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import type { UpdateGives } from '../update/update.capability.ts';
import { claim, type ClaimingDeps, joinServer } from './claiming.ts';

export interface ClaimGives {
  identity: EdgeIdentity;
  /** Who this core is: as claimed before, or once it is. Fails with what a server says to its code. */
  join: () => Promise<Membership>;
  /** Waits for a new claim after the server let it go. */
  joinAnew: () => Promise<Membership>;
}

const membershipKeys = ['edgeId', 'organizationId', 'name', 'claimedWith'];

/** Makes this core one of a server. */
export const claimCapability: EdgeCapability<EdgeCore & RecoverGives & AnalyseGives & UpdateGives, ClaimGives> = {
  verb: 'claim',
  survives: { meta: membershipKeys, trial: [...membershipKeys, 'epoch'] },
  start: ({ config, stores, analysis, software, log, signal }) => {
    const identity = new EdgeIdentity(join(config.dataFolder, 'core.key'));
    const claiming: ClaimingDeps = {
      config,
      identity,
      stores,
      releaseKeys: software.keys,
      forgetPictures: () => analysis.spool.clear(),
      log,
      signal,
    };
    return {
      gives: {
        identity,
        join: () => joinServer(claiming),
        joinAnew: () => claim({ ...claiming, config: { ...config, claimCode: null } }),
      },
    };
  },
};
