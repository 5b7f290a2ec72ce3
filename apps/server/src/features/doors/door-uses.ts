import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { doorUsed, type DoorUses } from './doors.public.ts';

/** Throws `door_in_use` with the rules that name the door, as far as the actor may see them. */
export async function requireUnused(
  { hooks }: { hooks: Hooks },
  trx: Work,
  { actor, doorId }: { actor: MemberActor; doorId: string },
): Promise<void> {
  const rules: DoorUses['items'] = [];
  let others = 0;
  await hooks.of(doorUsed)(trx, actor, {
    doorId,
    told: (uses) => {
      rules.push(...uses.items);
      others += uses.others;
    },
  });
  const count = rules.length + others;
  if (count > 0) throw new AppError('door_in_use', { count, rules });
}
