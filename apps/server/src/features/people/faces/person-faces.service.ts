import { faceThresholdOf } from '@sightline/contracts/analysis/face-threshold';
import type { DescribedFace } from '@sightline/contracts/people/people-link';
import { maxFaces, type Person, type PersonDetails } from '@sightline/contracts/people/person';
import { AppError } from '@sightline/contracts/shared/errors';
import { faceQualityOf } from '@sightline/domain/people/face-clusters';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { MemberOf } from '../../../platform/auth/held-open.ts';
import { holds } from '../../../platform/auth/entity-right.ts';
import type { Work } from '../../../platform/database/database.ts';
import type { ByteAnswer } from '../../../platform/http/mount.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { SignedRequest } from '../../../platform/signed-urls/signed-urls.ts';
import { KnownGalleries } from '../clusters/known-galleries.ts';
import {
  changePeople,
  readDetails,
  readPerson,
  requirePerson,
  tellOf,
  type PeopleDeps,
  type PeopleTask,
} from '../people-change.ts';
import { requireRoom } from '../people-room.ts';
import { facePath } from '../people.presenter.ts';
import { insertPerson, peopleNamed, type PersonPlace } from '../people.repository.ts';
import { describeFile } from './describe-file.ts';
import { facePictureKey, removeFacePictures } from './face-pictures.ts';
import { deleteFace, facesOf, insertFace } from './person-faces.repository.ts';

/** Known faces stay in memory so long after somebody was last compared with them. */
const idleMs = 300_000;

/** The known faces of the organization that sent a file last: of many people reading them takes seconds, comparing milliseconds. */
class HeldGalleries {
  readonly #galleries = new KnownGalleries();
  #idle: NodeJS.Timeout | undefined;

  open(trx: Work, organizationId: string, modelId: string): ReturnType<KnownGalleries['open']> {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#galleries.clear(), idleMs).unref();
    return this.#galleries.open(trx, organizationId, modelId);
  }
}

interface FacesDeps extends PeopleDeps {
  known: HeldGalleries;
}

interface FileOptions {
  file: Uint8Array;
  /** The face may belong to somebody else already. */
  evenIfKnown: boolean;
}

/** Faces by which people are recognised. */
export type PersonFacesService = ReturnType<typeof createPersonFacesService>;

/** Faces from files, and their pictures. */
export function createPersonFacesService(given: PeopleDeps & { memberOf: MemberOf }) {
  const deps: FacesDeps & { memberOf: MemberOf } = { ...given, known: new HeldGalleries() };
  return {
    createFromFile: async (actor: MemberActor, input: FileOptions & { name: string }): Promise<Person> => {
      const face = await describeFile(deps, actor.organizationId, input.file);
      return withPicture(deps, { actor, face }, (task, faceId) =>
        createFromFile(deps, task, { ...input, face, faceId }),
      );
    },
    add: async (actor: MemberActor, personId: string, input: FileOptions): Promise<PersonDetails> => {
      // Who is not there learns nothing of a file.
      await deps.database.withOrganization(actor.organizationId, (trx) => readPerson(deps, trx, { actor, personId }));
      const face = await describeFile(deps, actor.organizationId, input.file);
      return withPicture(deps, { actor, face }, (task, faceId) =>
        addFace(deps, task, { ...input, personId, face, faceId }),
      );
    },
    remove: (actor: MemberActor, personId: string, faceId: string): Promise<PersonDetails> =>
      changePeople(deps, actor, (task) => removeFace(deps, task, { personId, faceId })),
    picture: (place: { personId: string; faceId: string }, asked: SignedRequest): Promise<ByteAnswer> =>
      readPicture(deps, place, asked),
  };
}

/** The picture is there before the row that speaks of it, and goes when there is none. */
async function withPicture<T>(
  deps: PeopleDeps,
  { actor, face }: { actor: MemberActor; face: DescribedFace },
  run: (task: PeopleTask, faceId: string) => Promise<T>,
): Promise<T> {
  const faceId = newId();
  await deps.blobs.put(facePictureKey(actor.organizationId, faceId), Buffer.from(face.jpeg, 'base64'));
  try {
    return await changePeople(deps, actor, (task) => run(task, faceId));
  } catch (error) {
    await removeFacePictures(deps.blobs, actor.organizationId, [faceId]);
    throw error;
  }
}

interface FromFile extends FileOptions {
  face: DescribedFace;
  faceId: string;
}

async function createFromFile(
  deps: FacesDeps,
  task: PeopleTask,
  { name, face, faceId, evenIfKnown }: FromFile & { name: string },
): Promise<Person> {
  const { organizationId } = task.actor;
  const { trx } = task.work;
  await requireRoom(trx, organizationId);
  if (!evenIfKnown) await requireUnknown(deps, task, { face });
  const at = new Date(deps.clock());
  const personId = await insertPerson(trx, organizationId, { name, note: '', locationIds: [], bucketId: null, at });
  await keepFace(trx, { organizationId, personId }, { face, faceId, at });
  await tellOf(deps, task, { personId, action: 'person.create', data: { fromFile: true }, isOfCores: true });
  return readPerson(deps, trx, { actor: task.actor, personId });
}

async function addFace(
  deps: FacesDeps,
  task: PeopleTask,
  { personId, face, faceId, evenIfKnown }: FromFile & { personId: string },
): Promise<PersonDetails> {
  const { organizationId } = task.actor;
  const { trx } = task.work;
  await requirePerson(task, personId);
  const place = { organizationId, personId };
  if ((await facesOf(trx, place)).length >= maxFaces) throw new AppError('too_many', { limit: maxFaces });
  if (!evenIfKnown) await requireUnknown(deps, task, { face, exceptId: personId });
  await keepFace(trx, place, { face, faceId, at: new Date(deps.clock()) });
  await tellOf(deps, task, { personId, action: 'person.addFace', isOfCores: true });
  return readDetails(deps, trx, { actor: task.actor, personId });
}

/** Throws `face_already_known` with who it is, when the face is that of another person. */
async function requireUnknown(
  { known: galleries }: FacesDeps,
  { actor: { organizationId }, work: { trx } }: PeopleTask,
  { face, exceptId }: { face: DescribedFace; exceptId?: string },
): Promise<void> {
  const { modelId } = face;
  const threshold = faceThresholdOf(modelId);
  if (threshold === null) return;
  const bytes = Buffer.from(face.values, 'base64');
  const gallery = await galleries.open(trx, organizationId, modelId);
  const vector = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Wherever they are known: where somebody is recognised says nothing of whose face it is.
  const known = gallery.nearest({ modelId, vector }, exceptId);
  if (known === null || known.score < threshold) return;
  const [person] = await peopleNamed(trx, organizationId, [known.personId]);
  throw new AppError('face_already_known', { personId: known.personId, name: person?.name ?? '' });
}

const keepFace = (
  trx: Work,
  place: PersonPlace,
  { face, faceId, at }: { face: DescribedFace; faceId: string; at: Date },
): Promise<string> =>
  insertFace(trx, place, {
    id: faceId,
    modelId: face.modelId,
    vector: Buffer.from(face.values, 'base64'),
    quality: faceQualityOf(face),
    source: 'file',
    eventId: null,
    cameraId: null,
    hasPicture: true,
    addedAt: at,
  });

async function removeFace(
  deps: PeopleDeps,
  task: PeopleTask,
  { personId, faceId }: { personId: string; faceId: string },
): Promise<PersonDetails> {
  const { organizationId } = task.actor;
  await requirePerson(task, personId);
  if (!(await deleteFace(task.work.trx, { organizationId, personId }, faceId))) throw new AppError('not_found');
  // Before it is sure: a face without a picture can be erased once more, a picture without a face would stay.
  await removeFacePictures(deps.blobs, organizationId, [faceId]);
  await tellOf(deps, task, { personId, action: 'person.removeFace', isOfCores: true });
  return readDetails(deps, task.work.trx, { actor: task.actor, personId });
}

async function readPicture(
  deps: PeopleDeps & { memberOf: MemberOf },
  { personId, faceId }: { personId: string; faceId: string },
  { query, address }: SignedRequest,
): Promise<ByteAnswer> {
  const signedFor = deps.signer.verify(facePath(personId, faceId), query, deps.clock());
  const actor = signedFor && (await deps.memberOf({ ...signedFor, address }));
  if (!actor || !holds(actor, 'OrganizationDatabasePeopleDirectory')) throw new AppError('not_found');
  const { organizationId } = actor;
  const faces = await deps.database.withOrganization(organizationId, (trx) =>
    facesOf(trx, { organizationId, personId }),
  );
  const isThere = faces.some(({ id }) => id === faceId);
  const body = isThere ? await deps.blobs.read(facePictureKey(organizationId, faceId)) : null;
  if (body === null) throw new AppError('not_found');
  return { body, headers: { 'cache-control': 'private, max-age=300' } };
}
