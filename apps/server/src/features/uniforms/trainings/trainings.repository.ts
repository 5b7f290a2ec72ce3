import type { TrainingImage } from '@sightline/contracts/uniforms/uniform';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { sightingsSeen, type SightingSight } from '../../people/people.public.ts';

/** A training, and whose it is. */
export interface TrainingPlace {
  organizationId: string;
  trainingId: string;
  userId: string;
}

/** An image that is to be marked. */
export interface ImageRow extends Pick<TrainingImage, 'origin' | 'mark'> {
  eventId: string;
  startedAt: Date;
  cameraId: string;
}

export interface NewTraining {
  uniformId: string | null;
  groupId: string | null;
  openedAt: Date;
  images: readonly ImageRow[];
}

export async function insertTraining(
  trx: Work,
  { organizationId, trainingId, userId }: TrainingPlace,
  { images, ...training }: NewTraining,
): Promise<void> {
  await trx
    .insertInto('uniformTrainings')
    .values({ organizationId, id: trainingId, userId, ...training })
    .execute();
  await trx
    .insertInto('uniformTrainingImages')
    .values(
      images.map(({ eventId, startedAt, cameraId, origin, mark }, place) => ({
        organizationId,
        trainingId,
        eventId,
        startedAt,
        cameraId,
        place,
        origin,
        mark,
      })),
    )
    .execute();
}

/** A training that is open; only whoever opened it has it. */
export const findTraining = (trx: Work, { organizationId, trainingId, userId }: TrainingPlace) =>
  trx
    .selectFrom('uniformTrainings')
    .select(['id', 'uniformId', 'groupId'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', trainingId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** Those of its images that whoever has it may still see. */
export async function imagesOf(trx: Work, sight: SightingSight, trainingId: string): Promise<ImageRow[]> {
  const { rows } = await sql<ImageRow>`
    select s.event_id, s.started_at, s.camera_id, s.origin, s.mark from uniform_training_images s
    where s.organization_id = ${sight.organizationId}::uuid and s.training_id = ${trainingId}::uuid and ${sightingsSeen(sight, 's')}
    order by s.place`.execute(trx);
  return rows;
}

export const deleteTraining = async (
  trx: Work,
  { organizationId, trainingId, userId }: TrainingPlace,
): Promise<boolean> => {
  const rows = await trx
    .deleteFrom('uniformTrainings')
    .where('organizationId', '=', organizationId)
    .where('id', '=', trainingId)
    .where('userId', '=', userId)
    .returning('id')
    .execute();
  return rows.length > 0;
};

/** Trainings that nobody ended end by themselves. */
export const expireTrainings = (trx: Work, organizationId: string, before: Date) =>
  trx
    .deleteFrom('uniformTrainings')
    .where('organizationId', '=', organizationId)
    .where('openedAt', '<', before)
    .execute();

/** An example of a uniform, as it was marked. */
export interface Example {
  eventId: string;
  startedAt: Date;
  cameraId: string;
  isSame: boolean;
}

/** The examples of a uniform are these; those at cameras that whoever trained it may not see stay as they were. */
export async function putExamples(
  trx: Work,
  sight: SightingSight,
  { uniformId, examples }: { uniformId: string; examples: readonly Example[] },
): Promise<void> {
  const { organizationId } = sight;
  await sql`delete from uniform_examples s where s.organization_id = ${organizationId}::uuid and s.uniform_id = ${uniformId}::uuid and ${sightingsSeen(sight, 's')}`.execute(
    trx,
  );
  await trx
    .insertInto('uniformExamples')
    .values(examples.map((example) => ({ organizationId, uniformId, ...example })))
    .onConflict((conflict) => conflict.columns(['organizationId', 'uniformId', 'eventId']).doNothing())
    .execute();
}

/** Examples at cameras that whoever trains may not see: they count as they were marked, unseen. */
export async function unseenExamples(trx: Work, sight: SightingSight, uniformId: string): Promise<Example[]> {
  const { organizationId } = sight;
  const { rows } = await sql<Example>`
    select s.event_id, s.started_at, s.camera_id, s.is_same from uniform_examples s
    where s.organization_id = ${organizationId}::uuid and s.uniform_id = ${uniformId}::uuid and not (${sightingsSeen(sight, 's')})
    order by s.event_id`.execute(trx);
  return rows;
}
