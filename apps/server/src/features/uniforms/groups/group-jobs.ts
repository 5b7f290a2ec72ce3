import { FaceClusters } from '@sightline/domain/people/face-clusters';
import { judgeLook } from '@sightline/domain/uniforms/uniform-judge';
import { z } from 'zod';
import { nobody, type Changes } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { jobQueue, type JobEnd } from '../../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../../platform/jobs/jobs.ts';
import { heldJudges, looksOfEvents, type LookRow } from '../sightings/looks.repository.ts';
import {
  absorbGroups,
  dropWaiting,
  holdGroups,
  placeClothes,
  pruneGroups,
  putGroups,
  waitingClothes,
  type KnownGroup,
  type Placed,
} from './clothing-groups.repository.ts';

/** Puts the clothes of an organization together that nobody has looked at yet. What is done is in the rows: it goes on where it was ended. */
export const groupJobs = jobQueue({
  name: 'clothing-groups',
  data: z.object({ organizationId: z.uuid() }),
  retries: { limit: 1_000_000, fromSeconds: 2, toSeconds: 300 },
  isOneByOnePerKey: true,
});

/** Several that come together are looked at together. */
const gatherMs = 3_000;
const atOnce = 1_000;
const everySeconds = 2;

/** Cosines of looks, measured (docs/decisions/0030-uniforms.md): two people are as alike as that rarely, one person at two times often. Any look begins a group. */
const rules = { joins: 0.88, merges: 0.95, seedQuality: 0 };

/** There are clothes to look at. In the transaction in which they came. */
export const askForGroups = (
  trx: Work,
  jobs: Jobs,
  { organizationId, nowMs }: { organizationId: string; nowMs: number },
): Promise<void> =>
  jobs.ask(trx, groupJobs, {
    data: { organizationId },
    key: organizationId,
    startAtMs: nowMs + gatherMs,
    organizationId,
  });

/** Works on clothes as long as the process lives. */
export const startGrouping = (deps: { changes: Changes; jobs: Jobs }): Promise<Worker> =>
  deps.jobs.work(groupJobs, { everySeconds }, async ({ data, signal }): Promise<JobEnd | undefined> => {
    while ((await groupSome(deps.changes, data.organizationId, atOnce)) === atOnce)
      if (signal.aborted) return { kind: 'again', reason: 'the process that worked on it ends' };
    return undefined;
  });

/** Puts some of the clothes that wait to groups, oldest first, in one transaction. Answers how many. */
export const groupSome = (changes: Changes, organizationId: string, limit: number): Promise<number> =>
  changes.run({ organizationId, by: nobody }, async ({ trx, announce }) => {
    const known = await holdGroups(trx, organizationId);
    const waiting = await waitingClothes(trx, organizationId, limit);
    if (waiting.length === 0) return 0;
    const judges = await heldJudges(trx, organizationId);
    const looks = await looksOfEvents(trx, organizationId, waiting);
    // A uniform that was trained since is no suggestion.
    const isWorn = ({ modelId, look }: LookRow): boolean =>
      judges.some((row) => row.modelId === modelId && judgeLook(row.judge, look) !== null);
    const nobodys = looks.filter((look) => !isWorn(look));
    const left = new Set(nobodys.map(({ eventId }) => eventId));
    await dropWaiting(
      trx,
      organizationId,
      waiting.map(({ eventId }) => eventId).filter((eventId) => !left.has(eventId)),
    );
    for (const [modelId, ofModel] of Map.groupBy(nobodys, (look) => look.modelId))
      await groupModel(trx, organizationId, {
        modelId,
        looks: ofModel,
        known: known.filter((group) => group.modelId === modelId),
      });
    await pruneGroups(trx, organizationId);
    await announce({ kind: 'uniforms.changed', uniformId: null });
    return waiting.length;
  });

async function groupModel(
  trx: Work,
  organizationId: string,
  { modelId, looks, known }: { modelId: string; looks: readonly LookRow[]; known: readonly KnownGroup[] },
): Promise<void> {
  const groups = new FaceClusters(rules, known);
  const seenAt = new Map<string, Date>();
  /** Absorbed → the one that it is now. */
  const into = new Map<string, string>();
  const lastIdOf = (id: string): string => {
    const next = into.get(id);
    return next === undefined ? id : lastIdOf(next);
  };
  const placed = looks.flatMap(({ eventId, startedAt, look }): Placed[] => {
    const placement = groups.place({ vector: look, quality: 1 }, newId);
    if (placement === null) return [];
    for (const id of placement.absorbed) into.set(id, placement.clusterId);
    const before = seenAt.get(placement.clusterId);
    if (before === undefined || before < startedAt) seenAt.set(placement.clusterId, startedAt);
    return [{ eventId, groupId: placement.clusterId }];
  });
  const changed = [...seenAt].flatMap(([id, lastSeenAt]) => {
    const group = groups.get(id);
    return group ? [{ ...group, modelId, lastSeenAt }] : [];
  });
  await putGroups(trx, organizationId, changed);
  await placeClothes(
    trx,
    organizationId,
    placed.map(({ eventId, groupId }) => ({ eventId, groupId: lastIdOf(groupId) })),
  );
  for (const [last, absorbed] of Map.groupBy(into.keys(), lastIdOf))
    await absorbGroups(trx, organizationId, { absorbed, into: last });
}
