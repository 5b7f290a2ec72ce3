import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { personUsed, type PersonUses } from './people.public.ts';

/** A person, and who asks. */
interface PersonOf {
  actor: MemberActor;
  personId: string;
}

/** Everything that names a person, as far as the actor may see it. */
export async function usesOf(
  { hooks }: { hooks: Hooks },
  trx: Work,
  { actor, personId }: PersonOf,
): Promise<PersonUses> {
  const all: PersonUses = { items: [], others: 0 };
  const told = ({ items, others }: PersonUses): void => {
    all.items.push(...items);
    all.others += others;
  };
  await hooks.of(personUsed)(trx, actor, { personId, told });
  return all;
}

/** Throws `person_in_use` with the rules that name the person, as far as the actor may see them. */
export async function requireUnused(deps: { hooks: Hooks }, trx: Work, of: PersonOf): Promise<void> {
  const { items, others } = await usesOf(deps, trx, of);
  const count = items.length + others;
  if (count > 0) throw new AppError('person_in_use', { count, rules: items });
}
