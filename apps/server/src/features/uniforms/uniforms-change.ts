import type { Uniform } from '@sightline/contracts/uniforms/uniform';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { examplesOf } from './sightings/shown-events.repository.ts';
import { clothingSight } from './uniforms.policy.ts';
import { presentUniform, type Sign } from './uniforms.presenter.ts';
import { findUniform, type UniformRow } from './uniforms.repository.ts';

/** What uniforms need from the rest of the server. */
export interface UniformsDeps {
  database: Database;
  changes: Changes;
  jobs: Jobs;
  hooks: Hooks;
  clock: Clock;
  signer: UrlSigner;
}

/** So many examples stand with a uniform. */
const shownExamples = 12;

/** Signs addresses of pictures for the session of whoever asks. */
export const signFor =
  ({ signer, clock }: UniformsDeps, { sessionId, organizationId }: MemberActor): Sign =>
  (path) =>
    signer.sign(path, { sessionId, organizationId }, clock());

/** Uniforms as the actor sees them. */
export async function readUniforms(
  deps: UniformsDeps,
  trx: Work,
  { actor, rows }: { actor: MemberActor; rows: readonly UniformRow[] },
): Promise<Uniform[]> {
  const ids = rows.map(({ id }) => id);
  const sight = await clothingSight(trx, actor);
  const examples = await examplesOf(trx, sight, { ids, limit: shownExamples, isSame: true });
  const byUniform = Map.groupBy(examples, ({ ofId }) => ofId);
  const sign = signFor(deps, actor);
  return rows.map((row) => presentUniform(row, byUniform.get(row.id) ?? [], sign));
}

/** A uniform as the actor sees it. Throws `not_found`. */
export async function readUniform(
  deps: UniformsDeps,
  trx: Work,
  { actor, uniformId }: { actor: MemberActor; uniformId: string },
): Promise<Uniform> {
  const row = await findUniform(trx, { organizationId: actor.organizationId, uniformId });
  const [shown] = row === undefined ? [] : await readUniforms(deps, trx, { actor, rows: [row] });
  if (shown === undefined) throw new AppError('not_found');
  return shown;
}
