import type { peopleCalls } from '@sightline/contracts/people/people.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { PersonFacesService } from './faces/person-faces.service.ts';
import type { PeopleService } from './people.service.ts';
import type { UnsavedPeopleService } from './unsaved/unsaved-people.service.ts';

interface Services {
  people: PeopleService;
  unsaved: UnsavedPeopleService;
  faces: PersonFacesService;
}

/** Handlers of the calls of people. */
export const peopleRoutes = ({ people, unsaved, faces }: Services): CallHandlers<typeof peopleCalls> => ({
  list: ({ query }, { actor }) => people.list(actor, query),
  recognition: ({ query }, { actor }) => people.recognition(actor, query.locationId),
  create: ({ body }, { actor }) => people.create(actor, body),
  createFromFile: ({ query, body }, { actor }) =>
    faces.createFromFile(actor, { name: query.name, evenIfKnown: query.evenIfKnown === 'true', file: body }),
  unsaved: ({ query }, { actor }) => unsaved.list(actor, query),
  unsavedSightings: ({ params, query }, { actor }) => unsaved.sightings(actor, params.id, query),
  removeUnsaved: ({ params }, { actor }) => unsaved.remove(actor, params.id),
  forgettings: ({ query }, { actor }) => people.forgettings(actor, query),
  merge: ({ body }, { actor }) => unsaved.merge(actor, body),
  get: ({ params }, { actor }) => people.get(actor, params.id),
  update: ({ params, body }, { actor }) => people.update(actor, params.id, body),
  remove: ({ params }, { actor }) => people.remove(actor, params.id),
  alertEvents: ({ params }, { actor }) => people.alertEvents(actor, params.id),
  sightings: ({ params, query }, { actor }) => people.sightings(actor, params.id, query),
  split: ({ params, body }, { actor }) => unsaved.split(actor, params.id, body),
  addFace: ({ params, query, body }, { actor }) =>
    faces.add(actor, params.id, { evenIfKnown: query.evenIfKnown === 'true', file: body }),
  removeFace: ({ params }, { actor }) => faces.remove(actor, params.id, params.faceId),
  picture: ({ params, query }, { request }) =>
    faces.picture({ personId: params.id, faceId: params.faceId }, { query, address: request.ip }),
});
