import { AppError } from '@sightline/contracts/shared/errors';

// Characters without a look of their own. Joiners are words and pictures to some scripts: they stay in a name, and make no other one of it.
const unseen =
  /(?:\u034F|\u17B4|\u17B5|[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0])+/g;
const joiners = /(?:\u200C|\u200D|[\uFE00-\uFE0F])+/g;

/** A name as it was typed, without what cannot be seen; throws `validation_failed` when nothing is left. */
export function visibleName(name: string): string {
  const visible = name.replace(unseen, '').trim();
  if (visible.replace(joiners, '') === '') throw new AppError('validation_failed', { fields: ['name'] });
  return visible;
}

/** The same for names that look the same: however they are written, spaced and cased. */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(unseen, '')
    .replace(joiners, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
