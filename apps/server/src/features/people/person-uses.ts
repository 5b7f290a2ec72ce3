import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { personUsed, type PersonUse, type PersonUses } from './people.public.ts';

/** A person, and who asks. */
interface PersonOf {
  actor: MemberActor;
  personId: string;
}

/** Everything that uses a person, as far as the actor may see it, by how it does. */
async function findUses(
  { hooks }: { hooks: Hooks },
  trx: Work,
  { actor, personId, isHeld }: PersonOf & { isHeld: boolean },
): Promise<Record<PersonUse, PersonUses>> {
  const none = (): PersonUses => ({ items: [], others: 0 });
  const all = { named: none(), alone: none(), byGroup: none() };
  const told = (how: PersonUse, { items, others }: PersonUses): void => {
    all[how].items.push(...items);
    all[how].others += others;
  };
  await hooks.of(personUsed)(trx, actor, { personId, isHeld, told });
  return all;
}

const together = (one: PersonUses, other: PersonUses): PersonUses => ({
  items: [...one.items, ...other.items],
  others: one.others + other.others,
});

/** What keeps a person from being forgotten, and beside it what only loses one of a group. */
export async function usesOf(
  deps: { hooks: Hooks },
  trx: Work,
  of: PersonOf,
): Promise<PersonUses & { byGroup: PersonUses }> {
  const { named, alone, byGroup } = await findUses(deps, trx, { ...of, isHeld: false });
  return { ...together(named, alone), byGroup };
}

/** Throws `person_in_use` with the rules that keep the person, as far as the actor may see them. `isReplaced`: somebody else takes the place in every group. */
export async function requireUnused(
  deps: { hooks: Hooks },
  trx: Work,
  { isReplaced = false, ...of }: PersonOf & { isReplaced?: boolean },
): Promise<void> {
  const { named, alone } = await findUses(deps, trx, { ...of, isHeld: true });
  const { items, others } = isReplaced ? named : together(named, alone);
  const count = items.length + others;
  if (count > 0) throw new AppError('person_in_use', { count, rules: items });
}
