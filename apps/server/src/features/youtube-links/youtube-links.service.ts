import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { YoutubeLink, YoutubeLinkInput } from '@sightline/contracts/youtube-links/youtube-link';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import { presentLink } from './youtube-links.presenter.ts';
import * as repository from './youtube-links.repository.ts';

const maxLinks = 500;

/** What YouTube links need from the rest of the server. */
export interface YoutubeLinksDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
}

/** Videos and channels that an organization watches. */
export type YoutubeLinksService = ReturnType<typeof createYoutubeLinksService>;

/** The audit and open screens hear of it. */
async function tell(work: ChangeWork, deed: 'create' | 'remove', link: repository.YoutubeLinkRow): Promise<void> {
  const { id, name, url } = link;
  await work.audit({ action: `youtubeLink.${deed}`, entityKind: 'youtubeLink', entityId: id, data: { name, url } });
  await work.announce({ kind: 'youtube-links.changed', youtubeLinkId: id });
}

/** YouTube links as people manage them; whoever calls has OrganizationDatabase. */
export function createYoutubeLinksService({ database, changes, clock }: YoutubeLinksDeps) {
  return {
    list: (
      { organizationId }: MemberActor,
      query: { limit: number; cursor?: string | undefined; query?: string | undefined },
    ): Promise<Page<YoutubeLink>> =>
      database.withOrganization(organizationId, async (trx) => {
        const request = { ...pageRequest(query), query: query.query };
        const page = await repository.listLinks(trx, organizationId, request);
        return { ...page, items: page.items.map(presentLink) };
      }),
    create: (actor: MemberActor, input: YoutubeLinkInput): Promise<YoutubeLink> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async (work) => {
        const { organizationId } = actor;
        if ((await repository.countLinks(work.trx, organizationId)) >= maxLinks)
          throw new AppError('too_many', { limit: maxLinks });
        const createdAt = new Date(clock());
        const row = await repository.insertLink(work.trx, organizationId, { ...input, createdAt });
        await tell(work, 'create', row);
        return presentLink(row);
      }),
    remove: (actor: MemberActor, id: string): Promise<Record<string, never>> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async (work) => {
        const row = await repository.deleteLink(work.trx, actor.organizationId, id);
        if (!row) throw new AppError('not_found');
        await tell(work, 'remove', row);
        return {};
      }),
  };
}
