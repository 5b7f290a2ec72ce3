import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams, name } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import {
  faceMediaTypes,
  facePicture,
  forgetting,
  person,
  personDetails,
  personInput,
  personSighting,
  personUpdate,
  unsavedPerson,
} from './person.ts';

const permission = 'OrganizationDatabasePeopleDirectory';

const file = { mediaTypes: faceMediaTypes, bytes: facePicture.bytes, otherKind: 'face_file_not_a_picture' } as const;
const fileErrors = [
  'face_file_not_a_picture',
  'face_file_too_large',
  'face_not_found',
  'face_several_found',
  'face_too_small',
  'face_already_known',
  'face_core_absent',
  'face_recognition_off',
  'too_many',
] as const;

/** The same face may belong to somebody already: refused unless that is meant. */
const evenIfKnown = z.enum(['true', 'false']).default('false');

const usingRules = z.object({
  items: z.array(z.object({ id, name: z.string() })),
  others: z.number().int().min(0),
});

export const peopleCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/people',
    permission,
    summary: 'Lists the people of the organization by name, with how often and when they were seen last.',
    query: pageQuery.extend({ search: z.string().trim().max(120).optional() }),
    output: listOf(person),
  }),
  recognition: defineCall({
    method: 'GET',
    path: '/api/v1/people/recognition',
    permission,
    summary: 'Says whether faces are recognised at a location, or anywhere at all.',
    query: z.object({ locationId: id.optional() }),
    output: z.object({ isOn: z.boolean() }),
    errors: ['not_found'],
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/people',
    permission,
    summary: 'Adds a person: with the faces and sightings of an unsaved person (`bucketId`), or without any face yet.',
    body: personInput,
    output: person,
    status: 201,
    errors: ['too_many'],
  }),
  createFromFile: defineCall({
    method: 'POST',
    path: '/api/v1/people/from-file',
    permission,
    summary:
      'Adds a person with the one face in a picture; the body is the file. A core that is connected finds the face.',
    query: z.object({ name, evenIfKnown }),
    accepts: file,
    output: person,
    status: 201,
    errors: fileErrors,
  }),
  unsaved: defineCall({
    method: 'GET',
    path: '/api/v1/people/unsaved',
    permission,
    summary:
      'Lists people whom cameras saw and nobody has named, those seen last first. `since`: when the one seen longest ago was seen last.',
    query: pageQuery,
    output: listOf(unsavedPerson).extend({ since: z.number().int().nullable() }),
  }),
  unsavedSightings: defineCall({
    method: 'GET',
    path: '/api/v1/people/unsaved/{id}/sightings',
    permission,
    summary: 'Lists where an unsaved person was seen, newest first.',
    params: idParams,
    query: pageQuery,
    output: listOf(personSighting),
  }),
  removeUnsaved: defineCall({
    method: 'DELETE',
    path: '/api/v1/people/unsaved/{id}',
    permission,
    summary: 'Forgets an unsaved person: vectors and pictures of their faces are erased.',
    params: idParams,
    output: z.object({ forgettingId: id }),
    status: 202,
  }),
  forgettings: defineCall({
    method: 'GET',
    path: '/api/v1/people/forgettings',
    permission,
    summary: 'Reports what was erased when faces were forgotten, newest first, and which cores have yet to confirm it.',
    query: pageQuery,
    output: listOf(forgetting),
  }),
  merge: defineCall({
    method: 'POST',
    path: '/api/v1/people/merge',
    permission,
    summary:
      'Says that an unsaved person (`bucketId`), or another person (`fromPersonId`), is this person: faces and sightings move there.',
    body: z
      .object({ bucketId: id.optional(), fromPersonId: id.optional(), personId: id })
      .refine(({ bucketId, fromPersonId }) => (bucketId === undefined) !== (fromPersonId === undefined), 'one of both'),
    output: person,
    errors: ['person_in_use', 'validation_failed'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/people/{id}',
    permission,
    summary: 'Answers one person with faces and where they were seen last. That it was looked at is written down.',
    params: idParams,
    output: personDetails,
  }),
  update: defineCall({
    method: 'PATCH',
    path: '/api/v1/people/{id}',
    permission,
    summary: 'Changes name, note, or where a person is recognised; absent fields stay.',
    params: idParams,
    body: personUpdate,
    output: person,
    errors: ['conflict'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/people/{id}',
    permission,
    summary:
      'Forgets a person that no alert rule uses: vectors, pictures of the face and sightings are erased, on cores as well.',
    params: idParams,
    output: z.object({ forgettingId: id }),
    status: 202,
    errors: ['person_in_use'],
  }),
  alertEvents: defineCall({
    method: 'GET',
    path: '/api/v1/people/{id}/alert-events',
    permission,
    summary:
      'Alert rules that keep a person from being forgotten: they name the person, or nobody else is on their list. `byGroup`: those that only lose one of a group. As far as the caller may see them; `others`: how many more there are.',
    params: idParams,
    output: usingRules.extend({ byGroup: usingRules }),
  }),
  sightings: defineCall({
    method: 'GET',
    path: '/api/v1/people/{id}/sightings',
    permission,
    summary: 'Lists where a person was seen, newest first.',
    params: idParams,
    query: pageQuery,
    output: listOf(personSighting),
  }),
  split: defineCall({
    method: 'POST',
    path: '/api/v1/people/{id}/split',
    permission,
    summary:
      'Takes some faces of a person to a new person, with the sightings that are more like these; the others stay.',
    params: idParams,
    body: z.object({ faceIds: z.array(id).min(1).max(50), name }),
    output: person,
    status: 201,
    errors: ['too_many'],
  }),
  addFace: defineCall({
    method: 'POST',
    path: '/api/v1/people/{id}/faces',
    permission,
    summary: 'Adds the one face in a picture to a person; the body is the file.',
    params: idParams,
    query: z.object({ evenIfKnown }),
    accepts: file,
    output: personDetails,
    status: 201,
    errors: fileErrors,
  }),
  removeFace: defineCall({
    method: 'DELETE',
    path: '/api/v1/people/{id}/faces/{faceId}',
    permission,
    summary: 'Erases one face of a person, with its picture.',
    params: z.object({ id, faceId: id }),
    output: personDetails,
  }),
  picture: defineCall({
    method: 'GET',
    path: '/api/v1/media/people/{id}/faces/{faceId}',
    permission: 'public',
    summary: 'Picture of a face as JPEG. The address is signed for 5 minutes; nothing else opens it.',
    params: z.object({ id, faceId: id }),
    query: z.object({ expires: z.coerce.number().int(), session: z.string().max(64), signature: z.string().max(128) }),
    output: z.unknown(),
    streams: 'image/jpeg',
    errors: ['not_found'],
  }),
};
