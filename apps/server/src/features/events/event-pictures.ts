import { thumbnailBit } from './event-codes.ts';
import { thumbnailsOfEvents } from './event-thumbnails.repository.ts';
import { thumbnailPath } from './events.presenter.ts';
import type { Work } from '../../platform/database/database.ts';

/** Ids of events begin at most so long before what is told of them. */
const lookBackMs = 2 * 86_400_000;

/** Paths of the pictures of events, by id, of those that have one; they are signed for whoever may see pictures there. */
export async function picturesOfEvents(
  trx: Work,
  organizationId: string,
  { ids, sinceUtcMs }: { ids: readonly string[]; sinceUtcMs: number },
): Promise<Map<string, string>> {
  const since = new Date(Math.max(0, sinceUtcMs - lookBackMs));
  const rows = await thumbnailsOfEvents(trx, organizationId, { ids, since });
  const isThere = ({ thumbnails }: { thumbnails: number }): boolean => (thumbnails & thumbnailBit('object')) !== 0;
  return new Map(rows.filter(isThere).map(({ id }) => [id, thumbnailPath(id, 'object')]));
}
