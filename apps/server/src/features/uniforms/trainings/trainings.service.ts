import { AppError } from '@sightline/contracts/shared/errors';
import {
  leastMarked,
  type HeldBackFigures,
  type TrainingMarks,
  type Uniform,
  type UniformTraining,
} from '@sightline/contracts/uniforms/uniform';
import { directionOf } from '@sightline/domain/people/face-clusters';
import { judgeHeldBack, visitsOf, type HeldBack } from '@sightline/domain/uniforms/held-back';
import { judgeLook, trainJudge, type MarkedLooks } from '@sightline/domain/uniforms/uniform-judge';
import type { UniformJudge } from '@sightline/contracts/uniforms/uniform-judge';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { deleteGroups, holdGroups } from '../groups/clothing-groups.repository.ts';
import { lockJudges, looksOfEvents, oldestEvent, type LookRow } from '../sightings/looks.repository.ts';
import { askToLookThrough } from '../sightings/look-through.ts';
import { clothesOfAnybody } from '../sightings/shown-events.repository.ts';
import { beginSightings } from '../sightings/uniform-sightings.repository.ts';
import { readUniform, signFor, type UniformsDeps } from '../uniforms-change.ts';
import { clothingSight } from '../uniforms.policy.ts';
import { presentHeldBack, presentImage } from '../uniforms.presenter.ts';
import { countUniforms, findUniform, holdUniform, putUniform } from '../uniforms.repository.ts';
import { imagesOfGroup, imagesOfUniform } from './choose-images.ts';
import * as repository from './trainings.repository.ts';

const maxUniforms = 200;
/** So many looks of anybody say what else there is. */
const background = 300;

/** Trainings of uniforms. */
export type TrainingsService = ReturnType<typeof createTrainingsService>;

interface Task {
  actor: MemberActor;
  trx: Work;
}

/** What a training learns from. */
interface Learnt {
  modelId: string;
  looks: MarkedLooks;
  examples: repository.Example[];
  judge: UniformJudge;
  heldBack: HeldBack;
}

/** Trainings as those do them who may read the directory of people. */
export function createTrainingsService(deps: UniformsDeps) {
  const { changes } = deps;
  const inTurn = <T>(actor: MemberActor, run: (work: ChangeWork) => Promise<T>): Promise<T> =>
    changes.run({ organizationId: actor.organizationId, by: actor }, run);
  return {
    open: (actor: MemberActor, of: { groupId?: string | undefined; uniformId?: string | undefined }) =>
      inTurn(actor, ({ trx }) => open(deps, { actor, trx }, of)),
    measure: (actor: MemberActor, trainingId: string, marks: TrainingMarks): Promise<HeldBackFigures> =>
      inTurn(actor, async ({ trx }) => {
        const training = await requireTraining({ actor, trx }, trainingId);
        return presentHeldBack((await learn({ actor, trx }, training, marks)).heldBack);
      }),
    save: (actor: MemberActor, trainingId: string, marks: TrainingMarks & { name: string }): Promise<Uniform> =>
      inTurn(actor, (work) => save(deps, { actor, work }, { trainingId, ...marks })),
    close: (actor: MemberActor, trainingId: string): Promise<Record<string, never>> =>
      inTurn(actor, async ({ trx }) => {
        if (!(await repository.deleteTraining(trx, placeOf(actor, trainingId)))) throw new AppError('not_found');
        return {};
      }),
  };
}

const placeOf = ({ organizationId, userId }: MemberActor, trainingId: string): repository.TrainingPlace => ({
  organizationId,
  trainingId,
  userId,
});

async function requireTraining({ actor, trx }: Task, trainingId: string) {
  const training = await repository.findTraining(trx, placeOf(actor, trainingId));
  if (!training) throw new AppError('not_found');
  return training;
}

async function open(
  deps: UniformsDeps,
  { actor, trx }: Task,
  { groupId, uniformId }: { groupId?: string | undefined; uniformId?: string | undefined },
): Promise<UniformTraining> {
  const { organizationId } = actor;
  const sight = await clothingSight(trx, actor);
  const uniform = uniformId === undefined ? undefined : await findUniform(trx, { organizationId, uniformId });
  if (uniformId !== undefined && !uniform) throw new AppError('not_found', { fields: ['uniformId'] });
  const images =
    uniform === undefined
      ? await imagesOfGroup(trx, sight, groupId ?? '')
      : await imagesOfUniform(trx, sight, uniform.id);
  const trainingId = newId();
  await repository.insertTraining(trx, placeOf(actor, trainingId), {
    uniformId: uniform?.id ?? null,
    groupId: groupId ?? null,
    openedAt: new Date(deps.clock()),
    images,
  });
  const sign = signFor(deps, actor);
  return {
    id: trainingId,
    uniformId: uniform?.id ?? null,
    name: uniform?.name ?? '',
    images: images.map((image) => presentImage(image, sign)),
  };
}

/** Learns from marks. What is marked that is no image of the training, or that whoever marks may not see any more, is not there. */
async function learn(
  { actor, trx }: Task,
  training: { id: string; uniformId: string | null },
  { same, other }: TrainingMarks,
): Promise<Learnt> {
  const { organizationId } = actor;
  const sight = await clothingSight(trx, actor);
  const images = new Map((await repository.imagesOf(trx, sight, training.id)).map((image) => [image.eventId, image]));
  const seen = [...same, ...other].map((eventId, at) => {
    const image = images.get(eventId);
    if (!image) throw new AppError('not_found', { fields: [at < same.length ? 'same' : 'other'] });
    const { startedAt, cameraId } = image;
    return { eventId, startedAt, cameraId, isSame: at < same.length };
  });
  const unseen = training.uniformId === null ? [] : await repository.unseenExamples(trx, sight, training.uniformId);
  const marked = [...seen, ...unseen];
  const looks = new Map((await looksOfEvents(trx, organizationId, marked)).map((row) => [row.eventId, row]));
  const modelId = newestModel([...looks.values()]);
  const examples = marked.filter(({ eventId }) => looks.get(eventId)?.modelId === modelId);
  const [ofSame, ofOther] = [examples.filter(({ isSame }) => isSame), examples.filter(({ isSame }) => !isSame)];
  if (modelId === undefined || ofSame.length < leastMarked.same || ofOther.length < leastMarked.other)
    throw new AppError('uniform_marks_few', { ...leastMarked });
  const lookOf = ({ eventId }: { eventId: string }): Int8Array => (looks.get(eventId) as LookRow).look;
  const except = examples.map(({ eventId }) => eventId);
  const anybody = await clothesOfAnybody(trx, organizationId, { except, limit: background });
  const rest = (await looksOfEvents(trx, organizationId, anybody)).filter((row) => row.modelId === modelId);
  const all = { same: ofSame.map(lookOf), other: ofOther.map(lookOf), background: rest.map(({ look }) => look) };
  const heldBack = judgeHeldBack(all, { same: visitsOf(ofSame), other: visitsOf(ofOther) });
  return { modelId, looks: all, examples, judge: trainJudge(all), heldBack };
}

/** Looks of two models do not compare: those of the newest event say which one counts. */
const newestModel = (looks: readonly LookRow[]): string | undefined =>
  looks.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())[0]?.modelId;

async function save(
  deps: UniformsDeps,
  { actor, work }: { actor: MemberActor; work: ChangeWork },
  { trainingId, name, ...marks }: TrainingMarks & { trainingId: string; name: string },
): Promise<Uniform> {
  const { organizationId } = actor;
  const { trx } = work;
  const training = await requireTraining({ actor, trx }, trainingId);
  const uniformId = training.uniformId ?? newId();
  const place = { organizationId, uniformId };
  const groups = await holdGroups(trx, organizationId);
  await lockJudges(trx, organizationId);
  if (training.uniformId === null) await requireRoom(trx, organizationId);
  else if (!(await holdUniform(trx, place))) throw new AppError('not_found');
  const { modelId, judge, heldBack, examples } = await learn({ actor, trx }, training, marks);
  const oldestAt = await oldestEvent(trx, organizationId);
  await putUniform(trx, place, { name, modelId, judge, heldBack, at: new Date(deps.clock()), oldestAt });
  await repository.putExamples(trx, await clothingSight(trx, actor), { uniformId, examples });
  await beginSightings(trx, organizationId, uniformId);
  // Whoever wears it is suggested no more.
  const worn = groups.filter((group) => group.modelId === modelId && judgeLook(judge, directionOf(group)) !== null);
  const saved = new Set([...worn.map(({ id }) => id), ...(training.groupId === null ? [] : [training.groupId])]);
  await deleteGroups(trx, organizationId, [...saved]);
  await repository.deleteTraining(trx, placeOf(actor, trainingId));
  if (oldestAt !== null) await askToLookThrough(trx, deps.jobs, place);
  const data = { name, same: heldBack.same, other: heldBack.other };
  await work.audit({ action: 'uniform.train', entityKind: 'uniform', entityId: uniformId, data });
  await work.announce({ kind: 'uniforms.changed', uniformId });
  return readUniform(deps, trx, { actor, uniformId });
}

async function requireRoom(trx: Work, organizationId: string): Promise<void> {
  if ((await countUniforms(trx, organizationId)) >= maxUniforms) throw new AppError('too_many', { limit: maxUniforms });
}
