import { signed } from '../example-values.ts';
import type { MakeThings, TenantExamples } from '../tenant-things.ts';

interface PeopleThings {
  personId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends PeopleThings {}
}

export const tenantExamples: TenantExamples = {
  'people.list': () => ({}),
  'people.recognition': () => ({}),
  'people.create': () => ({ body: { name: 'Dana Katz' } }),
  'people.createFromFile': () => ({ query: { name: 'Dana Katz' } }),
  'people.unsaved': () => ({}),
  'people.unsavedSightings': ({ eventId }) => ({ params: { id: eventId } }),
  'people.removeUnsaved': ({ eventId }) => ({ params: { id: eventId } }),
  'people.forgettings': () => ({}),
  'people.merge': ({ personId, eventId }) => ({ body: { bucketId: eventId, personId } }),
  'people.get': ({ personId }) => ({ params: { id: personId } }),
  'people.update': ({ personId }) => ({ params: { id: personId }, body: { note: 'Shift lead', revision: 1 } }),
  'people.alertEvents': ({ personId }) => ({ params: { id: personId } }),
  'people.sightings': ({ personId }) => ({ params: { id: personId } }),
  'people.split': ({ personId, eventId }) => ({ params: { id: personId }, body: { faceIds: [eventId], name: 'Noa' } }),
  'people.addFace': ({ personId }) => ({ params: { id: personId } }),
  'people.removeFace': ({ personId, eventId }) => ({ params: { id: personId, faceId: eventId } }),
  'people.picture': ({ personId, eventId }) => ({ params: { id: personId, faceId: eventId }, query: signed }),
  'people.remove': ({ personId }) => ({ params: { id: personId } }),
};

/** Calls that succeed with faces only, which a core must have seen; the tests of the feature look at their entries. */
export const needsMore = [
  'people.createFromFile',
  'people.removeUnsaved',
  'people.merge',
  'people.split',
  'people.addFace',
  'people.removeFace',
];

export const makeThings: MakeThings<PeopleThings> = async (make) => ({ personId: await make('people.create', {}) });
