import type { Person, PersonSighting, UnsavedPerson } from '@sightline/contracts/people/person';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import { pageRequest } from '../../../platform/database/page.ts';
import { holdCluster, listClusters } from '../clusters/face-clusters.repository.ts';
import { forgetCluster } from '../forgetting/forget.ts';
import { mergePeople } from '../merging/merge-people.ts';
import { splitPerson } from '../merging/split-person.ts';
import { changePeople, readPerson, requirePerson, signFor, tellOf, type PeopleDeps } from '../people-change.ts';
import { sightOf } from '../people.policy.ts';
import { presentSighting, presentUnsaved } from '../people.presenter.ts';
import { listSightings } from '../sightings/face-sightings.repository.ts';
import { takeUnsaved } from './take-unsaved.ts';

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
}

interface Merge {
  bucketId?: string | undefined;
  fromPersonId?: string | undefined;
  personId: string;
}

/** People whom nobody has named, and what is who. */
export type UnsavedPeopleService = ReturnType<typeof createUnsavedPeopleService>;

/** Unsaved people, and people who turn out to be one, or two. */
export function createUnsavedPeopleService(deps: PeopleDeps) {
  const { database } = deps;
  return {
    list: (actor: MemberActor, query: ListQuery): Promise<Page<UnsavedPerson> & { since: number | null }> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const page = await listClusters(trx, await sightOf(trx, actor), pageRequest(query));
        const sign = signFor(deps, actor);
        return {
          ...page,
          items: page.items.map((row) => presentUnsaved(row, sign)),
          since: page.since?.getTime() ?? null,
        };
      }),
    sightings: (actor: MemberActor, clusterId: string, query: ListQuery): Promise<Page<PersonSighting>> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const request = pageRequest(query);
        const page = await listSightings(trx, await sightOf(trx, actor), { one: { clusterId }, request });
        if (page.total.value === 0) throw new AppError('not_found');
        const sign = signFor(deps, actor);
        return { ...page, items: page.items.map((row) => presentSighting(row, sign)) };
      }),
    remove: (actor: MemberActor, clusterId: string): Promise<{ forgettingId: string }> =>
      changePeople(deps, actor, async ({ work }) => {
        const { organizationId } = actor;
        if (!(await holdCluster(work.trx, await sightOf(work.trx, actor), clusterId))) throw new AppError('not_found');
        await work.audit({ action: 'person.forgetUnsaved', entityKind: 'unsavedPerson', entityId: clusterId });
        await work.announce({ kind: 'people.changed', personId: null });
        return { forgettingId: await forgetCluster(deps, work, { organizationId, clusterId }) };
      }),
    merge: (actor: MemberActor, { bucketId, fromPersonId, personId }: Merge): Promise<Person> =>
      changePeople(deps, actor, async (task) => {
        const { name } = await requirePerson(task, personId);
        if (bucketId !== undefined) {
          await takeUnsaved(deps, task, { bucketId, personId });
          await tellOf(deps, task, { personId, action: 'person.merge', data: { name, bucketId }, isOfCores: true });
        } else if (fromPersonId !== undefined) await mergePeople(deps, task, { fromPersonId, personId });
        return readPerson(deps, task.work.trx, { actor, personId });
      }),
    split: (actor: MemberActor, personId: string, input: { faceIds: string[]; name: string }): Promise<Person> =>
      changePeople(deps, actor, (task) => splitPerson(deps, task, { personId, ...input })),
  };
}
