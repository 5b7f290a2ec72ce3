import type { EventTag, EventTagInput } from '@sightline/contracts/event-tags/event-tag';
import { maxEventTags } from '@sightline/contracts/event-tags/event-tag-limits';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import { isDuplicate, type Database } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import * as rows from './event-tag-rows.repository.ts';
import { eventTagLoses } from './event-tags.public.ts';
import { presentTag } from './event-tags.presenter.ts';

/** What event tags need from the rest of the server. */
export interface TagDirectoryDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
  hooks: Hooks;
}

/** What can happen in an organization. */
export type TagDirectoryService = ReturnType<typeof createTagDirectoryService>;

/** Rules go by names in whatever case. */
const isSameName = (one: string, other: string): boolean =>
  one.toLocaleLowerCase('en') === other.toLocaleLowerCase('en');

/** What goes when a tag is said to be otherwise. */
const lossOf = ({ name, fields }: rows.EventTagRow, input: EventTagInput) => {
  const kept = new Set(input.fields.map((one) => one.name));
  const gone = fields.map((one) => one.name).filter((one) => !kept.has(one));
  return { name, fields: isSameName(name, input.name) ? gone : null };
};

/** The audit and open screens hear of it. */
async function tell(work: ChangeWork, deed: 'create' | 'update' | 'remove', tag: rows.EventTagRow): Promise<EventTag> {
  const { id, name } = tag;
  await work.audit({ action: `eventTag.${deed}`, entityKind: 'eventTag', entityId: id, data: { name } });
  await work.announce({ kind: 'event-tags.changed', eventTagId: id });
  return presentTag(tag);
}

/** Event tags as people manage them; whoever calls has EventTags on the organization. */
export function createTagDirectoryService({ database, changes, clock, hooks }: TagDirectoryDeps) {
  const change = <T>(actor: MemberActor, run: (work: ChangeWork) => Promise<T>): Promise<T> =>
    changes.run({ organizationId: actor.organizationId, by: actor }, run).catch((error: unknown) => {
      if (isDuplicate(error, 'event_tags_name'))
        throw new AppError('name_taken', { fields: ['name'] }, { cause: error });
      throw error;
    });
  const now = (): Date => new Date(clock());
  return {
    list: (
      { organizationId }: MemberActor,
      query: { limit: number; cursor?: string | undefined; query?: string | undefined },
    ): Promise<Page<EventTag>> =>
      database.withOrganization(organizationId, async (trx) => {
        const page = await rows.listTags(trx, organizationId, { ...pageRequest(query), query: query.query });
        return { ...page, items: page.items.map(presentTag) };
      }),
    get: ({ organizationId }: MemberActor, eventTagId: string): Promise<EventTag> =>
      database.withOrganization(organizationId, async (trx) => {
        const row = await rows.findTag(trx, { organizationId, eventTagId });
        if (!row) throw new AppError('not_found');
        return presentTag(row);
      }),
    create: (actor: MemberActor, input: EventTagInput): Promise<EventTag> =>
      change(actor, async (work) => {
        if ((await rows.countTags(work.trx, actor.organizationId)) >= maxEventTags)
          throw new AppError('too_many', { limit: maxEventTags });
        const row = await rows.insertTag(work.trx, actor.organizationId, { ...input, updatedAt: now() });
        return tell(work, 'create', row);
      }),
    update: (actor: MemberActor, eventTagId: string, input: EventTagInput & { revision: number }): Promise<EventTag> =>
      change(actor, async (work) => {
        const place = { organizationId: actor.organizationId, eventTagId };
        const before = await rows.findTag(work.trx, place);
        if (before) await hooks.of(eventTagLoses)(work.trx, actor, lossOf(before, input));
        const row = await rows.updateTag(work.trx, place, { ...input, updatedAt: now() });
        if (row) return tell(work, 'update', row);
        const other = await rows.findTag(work.trx, place);
        throw other ? new AppError('conflict', { revision: other.revision }) : new AppError('not_found');
      }),
    remove: (actor: MemberActor, eventTagId: string): Promise<Record<string, never>> =>
      change(actor, async (work) => {
        const row = await rows.deleteTag(work.trx, { organizationId: actor.organizationId, eventTagId });
        if (!row) throw new AppError('not_found');
        await tell(work, 'remove', row);
        return {};
      }),
  };
}
