import { newId } from '../../src/platform/ids/ids.ts';
import type { MakeThings, TenantExamples } from '../tenant-things.ts';

interface OrgGroupThings {
  orgGroupId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends OrgGroupThings {}
}

export const tenantExamples: TenantExamples = {
  'orgGroups.list': () => ({ query: { type: 'Vehicles' } }),
  'orgGroups.saved': () => ({ query: { type: 'Vehicles' } }),
  'orgGroups.get': ({ orgGroupId }) => ({ params: { id: orgGroupId } }),
  'orgGroups.create': () => ({ body: { name: `Group ${newId()}`, type: 'Vehicles' } }),
  'orgGroups.update': ({ orgGroupId }) => ({ params: { id: orgGroupId }, body: { name: 'Renamed', revision: 1 } }),
  'orgGroups.addMembers': ({ orgGroupId, vehicleId }) => ({
    params: { id: orgGroupId },
    body: { memberIds: [vehicleId] },
  }),
  'orgGroups.remove': ({ orgGroupId }) => ({ params: { id: orgGroupId } }),
};

export const makeThings: MakeThings<OrgGroupThings> = async (make) => ({
  orgGroupId: await make('orgGroups.create', {}),
});
