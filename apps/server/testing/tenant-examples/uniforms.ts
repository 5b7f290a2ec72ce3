import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'uniforms.list': () => ({}),
  'uniforms.suggested': () => ({}),
  'uniforms.openTraining': ({ eventId }) => ({ body: { groupId: eventId } }),
  'uniforms.measureTraining': ({ eventId }) => ({ params: { id: eventId }, body: { same: [eventId], other: [] } }),
  'uniforms.saveTraining': ({ eventId }) => ({
    params: { id: eventId },
    body: { name: 'Courier', same: [eventId], other: [] },
  }),
  'uniforms.closeTraining': ({ eventId }) => ({ params: { id: eventId } }),
  'uniforms.update': ({ eventId }) => ({ params: { id: eventId }, body: { name: 'Guard' } }),
  'uniforms.remove': ({ eventId }) => ({ params: { id: eventId } }),
};

/** Calls that succeed only where cameras saw clothes that are alike; the tests of the feature look at their entries. */
export const needsMore = [
  'uniforms.openTraining',
  'uniforms.measureTraining',
  'uniforms.saveTraining',
  'uniforms.closeTraining',
  'uniforms.update',
  'uniforms.remove',
];
