import type {
  OrgVariable,
  OrgVariableChange,
  OrgVariableChangeInput,
  OrgVariableInput,
} from '@sightline/contracts/org-variables/org-variable';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import { isDuplicate, type Database } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import { presentChange, presentVariable } from './org-variables.presenter.ts';
import * as repository from './org-variables.repository.ts';

const maxVariables = 1_000;

/** What variables need from the rest of the server. */
export interface OrgVariablesDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
}

interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

/** Typed settings of an organization, with what became of them. */
export type OrgVariablesService = ReturnType<typeof createOrgVariablesService>;

/** Variables as people manage them; whoever calls has Entrances on the organization. */
export function createOrgVariablesService({ database, changes, clock }: OrgVariablesDeps) {
  const change = <T>(actor: MemberActor, run: (task: Task) => Promise<T>): Promise<T> =>
    changes
      .run({ organizationId: actor.organizationId, by: actor }, (work) => run({ actor, work }))
      .catch((error: unknown) => {
        if (isDuplicate(error, 'org_variables_name'))
          throw new AppError('name_taken', { fields: ['name'] }, { cause: error });
        throw error;
      });
  const now = (): Date => new Date(clock());
  return {
    list: (
      { organizationId }: MemberActor,
      query: PageQuery & { query?: string | undefined },
    ): Promise<Page<OrgVariable>> =>
      database.withOrganization(organizationId, async (trx) => {
        const request = { ...pageRequest(query), query: query.query };
        const page = await repository.listVariables(trx, organizationId, request);
        return { ...page, items: page.items.map(presentVariable) };
      }),
    checkName: ({ organizationId }: MemberActor, name: string): Promise<{ isTaken: boolean }> =>
      database.withOrganization(organizationId, async (trx) => ({
        isTaken: await repository.isNameTaken(trx, organizationId, name),
      })),
    changes: (
      { organizationId }: MemberActor,
      query: PageQuery & { variableId?: string | undefined },
    ): Promise<Page<OrgVariableChange>> =>
      database.withOrganization(organizationId, async (trx) => {
        const request = { ...pageRequest(query), variableId: query.variableId };
        const page = await repository.listChanges(trx, organizationId, request);
        return { ...page, items: page.items.map(presentChange) };
      }),
    create: (actor: MemberActor, input: OrgVariableInput): Promise<OrgVariable> =>
      change(actor, (task) => create(task, { ...input, at: now() })),
    update: (actor: MemberActor, variableId: string, input: OrgVariableChangeInput): Promise<OrgVariable> =>
      change(actor, (task) => update(task, variableId, { ...input, at: now() })),
    remove: (actor: MemberActor, name: string): Promise<Record<string, never>> =>
      change(actor, (task) => remove(task, { name, at: now() })),
  };
}

/** The change log, the audit and open screens hear of it. */
async function tell(
  { actor: { organizationId, userId }, work }: Task,
  { id: variableId, name, type, value }: repository.OrgVariableRow,
  { deed, at }: { deed: 'create' | 'update' | 'remove'; at: Date },
): Promise<void> {
  const place = { organizationId, variableId };
  await repository.logChange(work.trx, place, { name, deed, type, value, at, by: userId });
  await work.audit({
    action: `orgVariable.${deed}`,
    entityKind: 'orgVariable',
    entityId: variableId,
    data: { name, type },
  });
  await work.announce({ kind: 'org-variables.changed', variableId });
}

async function create(task: Task, { at, ...input }: OrgVariableInput & { at: Date }): Promise<OrgVariable> {
  const { trx } = task.work;
  const { organizationId } = task.actor;
  if ((await repository.countVariables(trx, organizationId)) >= maxVariables)
    throw new AppError('too_many', { limit: maxVariables });
  const row = await repository.insertVariable(trx, organizationId, { ...input, at });
  await tell(task, row, { deed: 'create', at });
  return presentVariable(row);
}

async function update(
  task: Task,
  variableId: string,
  { at, revision, type, value }: OrgVariableChangeInput & { at: Date },
): Promise<OrgVariable> {
  const { trx } = task.work;
  const place = { organizationId: task.actor.organizationId, variableId };
  const before = await repository.holdVariable(trx, place);
  if (!before) throw new AppError('not_found');
  if (before.revision !== revision) throw new AppError('conflict', { revision: before.revision });
  const row = await repository.updateVariable(trx, place, { type, value, at });
  await tell(task, row, { deed: 'update', at });
  return presentVariable(row);
}

async function remove(task: Task, { name, at }: { name: string; at: Date }): Promise<Record<string, never>> {
  const { trx } = task.work;
  const { organizationId } = task.actor;
  const row = await repository.holdVariableNamed(trx, organizationId, name);
  if (!row) throw new AppError('not_found');
  await tell(task, row, { deed: 'remove', at });
  await repository.deleteVariable(trx, { organizationId, variableId: row.id });
  return {};
}
