import { AppError } from '@sightline/contracts/shared/errors';
import { maxTrainingImages } from '@sightline/contracts/uniforms/uniform';
import type { Work } from '../../../platform/database/database.ts';
import type { SightingSight } from '../../people/people.public.ts';
import { looksOfEvents } from '../sightings/looks.repository.ts';
import {
  eventsOfGroups,
  examplesOf,
  foundOf,
  othersSeen,
  type ShownRow,
} from '../sightings/shown-events.repository.ts';
import type { TrainingImage } from '@sightline/contracts/uniforms/uniform';

/** An image that is to be marked, with what is shown of it. */
export type ChosenImage = ShownRow & Pick<TrainingImage, 'origin' | 'mark'>;

/** So many images of each kind; those that were marked before take places of their own. */
const wanted = { group: 24, near: 12, other: 12 };
/** Those that are near are looked for among so many of the newest. */
const lookedAmong = 1_500;

/** Images for the training of a suggested group. Throws `not_found` for one of which the reader may see nothing. */
export async function imagesOfGroup(trx: Work, sight: SightingSight, groupId: string): Promise<ChosenImage[]> {
  const rows = await eventsOfGroups(trx, sight, { ids: [groupId], limit: wanted.group });
  if (rows.length === 0) throw new AppError('not_found', { fields: ['groupId'] });
  const group = rows.filter(({ hasPicture }) => hasPicture);
  if (group.length === 0) throw new AppError('uniform_images_gone');
  return [...group.map(markedAs('group', null)), ...(await around(trx, sight, { group, groupId, except: [] }))];
}

/** Images for training a uniform once more: what was marked before, what was found since, and others. */
export async function imagesOfUniform(trx: Work, sight: SightingSight, uniformId: string): Promise<ChosenImage[]> {
  const pictured = async (isSame: boolean): Promise<ShownRow[]> =>
    (await examplesOf(trx, sight, { ids: [uniformId], limit: maxTrainingImages / 2, isSame })).filter(
      ({ hasPicture }) => hasPicture,
    );
  const same = await pictured(true);
  const other = await pictured(false);
  const marked = [...same.map(markedAs('group', 'same')), ...other.map(markedAs('near', 'other'))];
  const found = await foundOf(trx, sight, { uniformId, limit: wanted.group });
  const group = [...same, ...found];
  if (group.length === 0) throw new AppError('uniform_images_gone');
  const except = marked.map(({ eventId }) => eventId);
  const others = await around(trx, sight, { group, groupId: null, except });
  return [...marked, ...found.map(markedAs('group', null)), ...others].slice(0, maxTrainingImages);
}

const markedAs =
  (origin: TrainingImage['origin'], mark: TrainingImage['mark']) =>
  (row: ShownRow): ChosenImage => ({ ...row, origin, mark });

/** Others whose clothes are near, and some of all the rest. */
async function around(
  trx: Work,
  sight: SightingSight,
  { group, groupId, except }: { group: readonly ShownRow[]; groupId: string | null; except: readonly string[] },
): Promise<ChosenImage[]> {
  const left = new Set([...except, ...group.map(({ eventId }) => eventId)]);
  const seen = await othersSeen(trx, sight, { exceptGroupId: groupId, limit: lookedAmong });
  const others = seen.filter(({ eventId }) => !left.has(eventId));
  const looks = new Map(
    (await looksOfEvents(trx, sight.organizationId, [...group, ...others])).map((row) => [row.eventId, row.look]),
  );
  const centre = sumOf(group.flatMap(({ eventId }) => looks.get(eventId) ?? []));
  const byLikeness = others
    .flatMap((row) => {
      const look = looks.get(row.eventId);
      return look === undefined ? [] : [{ row, likeness: likenessOf(centre, look) }];
    })
    .toSorted((a, b) => b.likeness - a.likeness)
    .map(({ row }) => row);
  const near = byLikeness.slice(0, wanted.near);
  const rest = byLikeness.slice(wanted.near);
  const step = Math.max(1, Math.floor(rest.length / wanted.other));
  const spread = rest.filter((_, at) => at % step === 0).slice(0, wanted.other);
  return [...near.map(markedAs('near', null)), ...spread.map(markedAs('other', null))];
}

function sumOf(looks: readonly Int8Array[]): number[] {
  const sum = Array.from(looks[0] ?? [], () => 0);
  for (const look of looks) for (const [at, value] of look.entries()) sum[at] = (sum[at] ?? 0) + value;
  return sum;
}

/** Ranks looks: the product with a direction, by the length of the look. */
function likenessOf(centre: readonly number[], look: Int8Array): number {
  let [product, length] = [0, 0];
  for (const [at, value] of look.entries()) {
    product += value * (centre[at] ?? 0);
    length += value * value;
  }
  return length === 0 ? 0 : product / Math.sqrt(length);
}
