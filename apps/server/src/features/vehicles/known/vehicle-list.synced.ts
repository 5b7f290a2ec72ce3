import { syncedKinds, type SyncedContent } from '@sightline/contracts/link/synced-kinds';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import type { EdgeKey } from '../../../platform/sync/synced-entity.ts';
import {
  createSharedEntity,
  edgesKnowing,
  followShared,
  operationsTopic,
  type SharedEntity,
} from '../../edges/edges.public.ts';
import { analyticsSwitchesOf } from '../../organizations/organizations.public.ts';
import { readsPlates, vehicleParts, vehiclesOfPart } from './vehicle-parts.repository.ts';

const kind = 'vehicleList';

/** Whether a core is told of vehicles at all: where plates may be read, and it can. */
const isTold = async (trx: Work, core: EdgeKey): Promise<boolean> =>
  (await readsPlates(trx, core)) && (await analyticsSwitchesOf(trx, core.organizationId)).licensePlates;

/** Which vehicles a core knows by their plates, in parts: one change makes one small part new. Comparing takes the versions alone; the vehicles are read when a core is told. */
export const vehicleList: SharedEntity = createSharedEntity({
  kind,
  schema: syncedKinds.vehicleList,
  sight: 'OrganizationDatabaseVehiclesDirectory',
  list: async (trx, core, only) => {
    if (!(await isTold(trx, core))) return [];
    const parts = await vehicleParts(trx, core.organizationId, only);
    if (only === undefined) return parts.map(({ id, version }) => ({ id, content: { digest: String(version) } }));
    const [one] = parts;
    if (one === undefined) return [];
    const vehicles = await vehiclesOfPart(trx, core.organizationId, one.part);
    return [{ id: only, content: { digest: String(one.version), vehicles } satisfies SyncedContent<'vehicleList'> }];
  },
  secretVersions: ({ digest }) => ({ digest }),
  named: async () => new Map(),
});

/** Vehicles of an organization are others than before, or may be read where they were not: tells every core that knows lists of them. */
export async function tellVehicles(
  { bus }: { bus: Bus },
  work: ChangeWork,
  { organizationId }: { organizationId: string },
): Promise<void> {
  const edgeIds = await edgesKnowing(work.trx, organizationId, kind);
  const told = await followShared(work.trx, vehicleList, { organizationId, edgeIds });
  work.afterCommit(() => {
    for (const edgeId of told) bus.publish(operationsTopic, { edgeId });
  });
}
