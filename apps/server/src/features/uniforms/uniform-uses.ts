import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { uniformUsed, type UniformUses } from './uniforms.public.ts';

/** Throws `uniform_in_use` with the rules that name the uniform, as far as the actor may see them. */
export async function requireUnused(
  { hooks }: { hooks: Hooks },
  trx: Work,
  { actor, uniformId }: { actor: MemberActor; uniformId: string },
): Promise<void> {
  const rules: UniformUses['items'] = [];
  let others = 0;
  await hooks.of(uniformUsed)(trx, actor, {
    uniformId,
    told: (uses) => {
      rules.push(...uses.items);
      others += uses.others;
    },
  });
  const count = rules.length + others;
  if (count > 0) throw new AppError('uniform_in_use', { count, rules });
}
