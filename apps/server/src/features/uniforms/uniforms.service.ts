import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { SuggestedUniforms, Uniform } from '@sightline/contracts/uniforms/uniform';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import { pageRequest } from '../../platform/database/page.ts';
import { countWaiting, suggestedGroups } from './groups/clothing-groups.repository.ts';
import { lockJudges } from './sightings/looks.repository.ts';
import { eventsOfGroups } from './sightings/shown-events.repository.ts';
import { readUniform, readUniforms, signFor, type UniformsDeps } from './uniforms-change.ts';
import { requireUnused } from './uniform-uses.ts';
import { clothingSight } from './uniforms.policy.ts';
import { presentGroup } from './uniforms.presenter.ts';
import * as repository from './uniforms.repository.ts';

/** Clothes that were seen less often say nothing of a uniform. */
const leastSeen = 4;
const maxSuggested = 60;
const shownExamples = 6;

/** The directory of uniforms. */
export type UniformsService = ReturnType<typeof createUniformsService>;

/** Uniforms as those manage them who may read the directory of people. */
export function createUniformsService(deps: UniformsDeps) {
  const { database, changes } = deps;
  return {
    list: (
      actor: MemberActor,
      query: { limit: number; cursor?: string | undefined; search?: string | undefined },
    ): Promise<Page<Uniform>> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const request = { ...pageRequest(query), search: query.search };
        const page = await repository.listUniforms(trx, actor.organizationId, request);
        return { ...page, items: await readUniforms(deps, trx, { actor, rows: page.items }) };
      }),
    suggested: (actor: MemberActor): Promise<SuggestedUniforms> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const sight = await clothingSight(trx, actor);
        const rows = await suggestedGroups(trx, sight, { least: leastSeen, limit: maxSuggested });
        const ids = rows.map(({ id }) => id);
        const examples = await eventsOfGroups(trx, sight, { ids, limit: shownExamples });
        const byGroup = Map.groupBy(examples, ({ ofId }) => ofId);
        const sign = signFor(deps, actor);
        return {
          suggestedGroups: rows.flatMap((row) => presentGroup(row, byGroup.get(row.id) ?? [], sign)),
          waiting: await countWaiting(trx, sight),
        };
      }),
    update: (actor: MemberActor, uniformId: string, { name }: { name: string }): Promise<Uniform> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async ({ trx, audit, announce }) => {
        const place = { organizationId: actor.organizationId, uniformId };
        const before = await repository.holdUniform(trx, place);
        if (!before) throw new AppError('not_found');
        await repository.renameUniform(trx, place, name);
        const data = { name, before: before.name };
        await audit({ action: 'uniform.update', entityKind: 'uniform', entityId: uniformId, data });
        await announce({ kind: 'uniforms.changed', uniformId });
        return readUniform(deps, trx, { actor, uniformId });
      }),
    remove: (actor: MemberActor, uniformId: string): Promise<Record<string, never>> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        remove(deps, work, { actor, uniformId }),
      ),
  };
}

async function remove(
  deps: UniformsDeps,
  { trx, audit, announce }: ChangeWork,
  { actor, uniformId }: { actor: MemberActor; uniformId: string },
): Promise<Record<string, never>> {
  const place = { organizationId: actor.organizationId, uniformId };
  await lockJudges(trx, actor.organizationId);
  const before = await repository.holdUniform(trx, place);
  if (!before) throw new AppError('not_found');
  await requireUnused(deps, trx, { actor, uniformId });
  await repository.deleteUniform(trx, place);
  await audit({ action: 'uniform.remove', entityKind: 'uniform', entityId: uniformId, data: { name: before.name } });
  await announce({ kind: 'uniforms.changed', uniformId });
  return {};
}
