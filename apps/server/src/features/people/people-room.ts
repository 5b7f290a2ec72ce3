import { AppError } from '@sightline/contracts/shared/errors';
import type { Work } from '../../platform/database/database.ts';
import { countPeople } from './people.repository.ts';

/** More people than this are no directory any more. */
const maxPeople = 100_000;

/** Throws `too_many` when there is no room for another person. */
export async function requireRoom(trx: Work, organizationId: string): Promise<void> {
  if ((await countPeople(trx, organizationId)) >= maxPeople) throw new AppError('too_many', { limit: maxPeople });
}
