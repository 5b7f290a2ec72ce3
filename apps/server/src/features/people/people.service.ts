import type {
  Forgetting,
  Person,
  PersonDetails,
  PersonInput,
  PersonSighting,
  PersonUpdate,
} from '@sightline/contracts/people/person';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import { requireEntity, scopeFor } from '../../platform/auth/entity-right.ts';
import { pageRequest } from '../../platform/database/page.ts';

import { findPlace } from '../locations/locations.public.ts';
import { forgetPerson } from './forgetting/forget.ts';
import { listForgettings } from './forgetting/forgettings.repository.ts';
import { tellGalleries } from './gallery/face-gallery.synced.ts';
import {
  changePeople,
  readDetails,
  readPerson,
  requirePerson,
  signFor,
  tellOf,
  type PeopleDeps,
  type PeopleTask,
} from './people-change.ts';
import { requireRoom } from './people-room.ts';
import { sightOf } from './people.policy.ts';
import { presentForgetting, presentPerson, presentSighting } from './people.presenter.ts';
import * as repository from './people.repository.ts';
import { requireUnused, usesOf } from './person-uses.ts';
import { listSightings } from './sightings/face-sightings.repository.ts';
import { takeUnsaved } from './unsaved/take-unsaved.ts';

/** Who looks at somebody again within this is not written down again. */
const lookAgainMs = 15 * 60_000;

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
}

/** The directory of people. */
export type PeopleService = ReturnType<typeof createPeopleService>;

/** People as those manage them who may read the directory; whoever calls holds the permission on the organization. */
export function createPeopleService(deps: PeopleDeps) {
  const { database } = deps;
  return {
    list: (actor: MemberActor, query: ListQuery & { search?: string | undefined }): Promise<Page<Person>> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const request = { ...pageRequest(query), search: query.search, sight: await sightOf(trx, actor) };
        const page = await repository.listPeople(trx, actor.organizationId, request);
        const sign = signFor(deps, actor);
        return { ...page, items: page.items.map((row) => presentPerson(row, sign)) };
      }),
    recognition: (actor: MemberActor, locationId: string | undefined): Promise<{ isOn: boolean }> =>
      database.withOrganization(actor.organizationId, (trx) => recognition(trx, actor, locationId)),
    get: async (actor: MemberActor, personId: string): Promise<PersonDetails> => {
      await noteLook(deps, actor, personId);
      return database.withOrganization(actor.organizationId, (trx) => readDetails(deps, trx, { actor, personId }));
    },
    sightings: async (actor: MemberActor, personId: string, query: ListQuery): Promise<Page<PersonSighting>> => {
      await noteLook(deps, actor, personId);
      return database.withOrganization(actor.organizationId, async (trx) => {
        const sight = await sightOf(trx, actor);
        if ((await repository.peopleNamed(trx, actor.organizationId, [personId])).length === 0)
          throw new AppError('not_found');
        const page = await listSightings(trx, sight, { one: { personId }, request: pageRequest(query) });
        const sign = signFor(deps, actor);
        return { ...page, items: page.items.map((row) => presentSighting(row, sign)) };
      });
    },
    alertEvents: (actor: MemberActor, personId: string): ReturnType<typeof usesOf> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        await readPerson(deps, trx, { actor, personId });
        return usesOf(deps, trx, { actor, personId });
      }),
    create: (actor: MemberActor, input: PersonInput): Promise<Person> =>
      changePeople(deps, actor, (task) => create(deps, task, input)),
    update: (actor: MemberActor, personId: string, input: PersonUpdate): Promise<Person> =>
      changePeople(deps, actor, (task) => update(deps, task, { personId, ...input })),
    remove: (actor: MemberActor, personId: string): Promise<{ forgettingId: string }> =>
      changePeople(deps, actor, (task) => remove(deps, task, personId)),
    forgettings: ({ organizationId }: MemberActor, query: ListQuery): Promise<Page<Forgetting>> =>
      database.withOrganization(organizationId, async (trx) => {
        const page = await listForgettings(trx, organizationId, pageRequest(query));
        return { ...page, items: page.items.map(presentForgetting) };
      }),
  };
}

/** That somebody looked at a person is written down; not once more each time that a screen reads anew. */
async function noteLook({ changes, clock }: PeopleDeps, actor: MemberActor, personId: string): Promise<void> {
  const { organizationId, userId } = actor;
  await changes.run({ organizationId, by: actor }, async ({ trx, audit }) => {
    const since = new Date(clock() - lookAgainMs);
    if (await repository.hasLookedLately(trx, { organizationId, userId, personId, since })) return;
    const [known] = await repository.peopleNamed(trx, organizationId, [personId]);
    if (known) await audit({ action: 'person.look', entityKind: 'person', entityId: personId });
  });
}

async function recognition(trx: Work, actor: MemberActor, locationId: string | undefined): Promise<{ isOn: boolean }> {
  const right = { permission: 'LocationView', view: 'LocationView' } as const;
  if (locationId !== undefined) requireEntity(actor, await findPlace(trx, actor.organizationId, locationId), right);
  return { isOn: await repository.isRecognitionOn(trx, actor.organizationId, locationId) };
}

async function create(deps: PeopleDeps, task: PeopleTask, { bucketId, ...input }: PersonInput): Promise<Person> {
  const { organizationId } = task.actor;
  const { trx } = task.work;
  await requireRoom(trx, organizationId);
  await requireLocations(trx, task.actor, input.locationIds);
  const personId = await repository.insertPerson(trx, organizationId, {
    ...input,
    bucketId: bucketId ?? null,
    at: new Date(deps.clock()),
  });
  if (bucketId !== undefined) await takeUnsaved(deps, task, { bucketId, personId });
  await tellOf(deps, task, {
    personId,
    action: 'person.create',
    data: { fromCameras: bucketId !== undefined },
    isOfCores: bucketId !== undefined,
  });
  return readPerson(deps, trx, { actor: task.actor, personId });
}

/** Of places nothing is said that the actor may not see. */
async function requireLocations(trx: Work, actor: MemberActor, ids: readonly string[]): Promise<void> {
  const known = await repository.locationsAmong(trx, placesOf(actor), ids);
  if (ids.some((id) => known.get(id) !== true)) throw new AppError('not_found', { fields: ['locationIds'] });
}

const placesOf = (actor: MemberActor): Pick<repository.PersonSight, 'organizationId' | 'places'> => ({
  organizationId: actor.organizationId,
  places: scopeFor(actor, 'LocationView'),
});

/**
 * Places of a person from now on. Whoever saves those that they were shown changes nothing: nobody becomes known everywhere because all their
 * places are gone. Of other places, those that the actor may not see stay.
 */
async function placesFromNowOn(
  trx: Work,
  actor: MemberActor,
  { before, wanted }: { before: readonly string[]; wanted: readonly string[] },
): Promise<string[]> {
  const known = await repository.locationsAmong(trx, placesOf(actor), before);
  const shown = before.filter((id) => known.get(id) === true);
  const now = new Set(wanted);
  if (now.size === shown.length && shown.every((id) => now.has(id))) return [...before];
  await requireLocations(trx, actor, wanted);
  return [...now, ...before.filter((id) => known.get(id) === false)];
}

async function update(
  deps: PeopleDeps,
  task: PeopleTask,
  { personId, revision, name, note, locationIds }: PersonUpdate & { personId: string },
): Promise<Person> {
  const { organizationId } = task.actor;
  const { trx } = task.work;
  const before = await requirePerson(task, personId);
  if (before.revision !== revision) throw new AppError('conflict', { revision: before.revision });
  const places =
    locationIds === undefined
      ? undefined
      : await placesFromNowOn(trx, task.actor, { before: before.locationIds, wanted: locationIds });
  const set = {
    ...(name === undefined ? {} : { name }),
    ...(note === undefined ? {} : { note }),
    ...(places === undefined ? {} : { locationIds: places }),
  };
  await repository.updatePerson(trx, { organizationId, personId }, { ...set, at: new Date(deps.clock()) });
  await tellOf(deps, task, {
    personId,
    action: 'person.update',
    data: { ...set, before: before.name },
    isOfCores: false,
  });
  if (locationIds !== undefined) await tellGalleries(deps, task.work, { organizationId });
  return readPerson(deps, trx, { actor: task.actor, personId });
}

async function remove(deps: PeopleDeps, task: PeopleTask, personId: string): Promise<{ forgettingId: string }> {
  const { actor, work } = task;
  const { name } = await requirePerson(task, personId);
  await requireUnused(deps, work.trx, { actor, personId });
  await work.audit({ action: 'person.forget', entityKind: 'person', entityId: personId, data: { name } });
  await work.announce({ kind: 'people.changed', personId });
  const place = { organizationId: actor.organizationId, personId };
  return { forgettingId: await forgetPerson(deps, work, place) };
}
