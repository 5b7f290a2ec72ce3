import { faceThresholdOf } from '@sightline/contracts/analysis/face-threshold';
import { clusterRulesFor, FaceClusters } from '@sightline/domain/people/face-clusters';
import type { FaceGallery } from '@sightline/domain/people/face-gallery';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Changes, ChangeWork } from '../../../platform/database/changes.ts';
import { nobody } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { jobQueue, type JobEnd } from '../../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../../platform/jobs/jobs.ts';
import {
  putVerdicts,
  waitingSightings,
  type FacedSighting,
  type Verdict,
} from '../sightings/face-sightings.repository.ts';
import { ClusterIndexes, indexOf, type OrganizationIndex } from './cluster-indexes.ts';
import {
  absorbClusters,
  clustersAmong,
  deleteEmptyClusters,
  lockClusters,
  putClusters,
  type ClusterChange,
} from './face-clusters.repository.ts';
import { KnownGalleries } from './known-galleries.ts';

/** Puts the faces of an organization together that nobody has looked at yet. What is done is in the rows: it goes on where it was ended. */
export const clusterJobs = jobQueue({
  name: 'face-clusters',
  data: z.object({ organizationId: z.uuid() }),
  retries: { limit: 1_000_000, fromSeconds: 2, toSeconds: 300 },
  isOneByOnePerKey: true,
});

/** Several that come together are looked at together. */
const gatherMs = 2_000;
const atOnce = 1_000;
const everySeconds = 2;
/** Where people lie is forgotten so long after the last work. */
const idleMs = 300_000;
/** So long nobody else has a turn. */
const turnMs = 8;

/** There are faces to look at. In the transaction in which they came. */
export const askForClusters = (
  trx: Work,
  jobs: Jobs,
  { organizationId, nowMs }: { organizationId: string; nowMs: number },
): Promise<void> =>
  jobs.ask(trx, clusterJobs, {
    data: { organizationId },
    key: organizationId,
    startAtMs: nowMs + gatherMs,
    organizationId,
  });

/** Works on faces as long as the process lives. */
export const startClustering = (deps: { changes: Changes; jobs: Jobs }): Promise<Worker> => {
  const memory = newMemory();
  let forgetting: NodeJS.Timeout | undefined;
  return deps.jobs.work(clusterJobs, { everySeconds }, async ({ data, signal }): Promise<JobEnd | undefined> => {
    clearTimeout(forgetting);
    try {
      for (;;) {
        if (signal.aborted) return { kind: 'again', reason: 'the process that worked on it ends' };
        const looked = await clusterSome({ changes: deps.changes, memory }, data.organizationId, atOnce);
        if (looked < atOnce) return undefined;
      }
    } finally {
      // Faces stay in memory no longer than they are compared.
      forgetting = setTimeout(() => forget(memory), idleMs).unref();
    }
  });
};

/** What is kept between steps. */
export interface ClusterMemory {
  indexes: ClusterIndexes;
  galleries: KnownGalleries;
}

/** Nothing is known yet. `most`: so many unsaved people are compared, in all organizations together. */
export const newMemory = (most?: number): ClusterMemory => ({
  indexes: new ClusterIndexes(most),
  galleries: new KnownGalleries(),
});

function forget({ indexes, galleries }: ClusterMemory): void {
  indexes.clear();
  galleries.clear();
}

/** Looks at some of the faces that wait, oldest first, in one transaction. Answers how many. */
export async function clusterSome(
  { changes, memory }: { changes: Changes; memory: ClusterMemory },
  organizationId: string,
  limit: number,
): Promise<number> {
  const { count, index } = await changes.run({ organizationId, by: nobody }, async (work) => {
    const { trx } = work;
    await lockClusters(trx, organizationId);
    const { faced, faceless } = await waitingSightings(trx, organizationId, limit);
    const nothing = { personId: null, clusterId: null, score: null, margin: null };
    await putVerdicts(
      trx,
      organizationId,
      faceless.map((eventId) => ({ eventId, ...nothing })),
    );
    if (faced.length === 0) return { count: faceless.length, index: null };
    const opened = await memory.indexes.open(trx, organizationId);
    for (const [modelId, sightings] of Map.groupBy(faced, (sighting) => sighting.modelId)) {
      const gallery = await memory.galleries.open(trx, organizationId, modelId);
      await clusterModel(work, organizationId, { modelId, sightings, gallery, index: opened });
    }
    await work.announce({ kind: 'people.changed', personId: null });
    return { count: faced.length + faceless.length, index: opened };
  });
  // What was changed in memory stands once the rows do.
  if (index !== null) memory.indexes.keep(organizationId, index);
  return count;
}

interface OfModel {
  modelId: string;
  sightings: readonly FacedSighting[];
  gallery: FaceGallery;
  index: OrganizationIndex;
}

const vectorOf = ({ vector }: { vector: Buffer }): Int8Array =>
  new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength);

async function clusterModel({ trx }: ChangeWork, organizationId: string, of: OfModel): Promise<void> {
  const { modelId, sightings, gallery, index } = of;
  // Of a model of which nothing was measured nobody can say who is who.
  const threshold = faceThresholdOf(modelId);
  const breath = breathe();
  const known = threshold === null ? [] : await namedOf({ sightings, gallery, threshold, breath });
  const named = new Map(known.map((verdict) => [verdict.eventId, verdict]));
  const unknown = threshold === null ? [] : sightings.filter(({ eventId }) => !named.has(eventId));
  const rules = clusterRulesFor(threshold ?? 2);
  const near = await nearIds(unknown, { index, modelId, from: rules.joins - moves, breath });
  const clusters = new FaceClusters(rules, await clustersAmong(trx, organizationId, near));
  const registry = new ClusterRegistry(clusters, modelId);
  const verdicts: Verdict[] = [];
  for (const sighting of sightings) {
    const { eventId } = sighting;
    const clusterId = threshold === null || named.has(eventId) ? null : registry.place(sighting, vectorOf(sighting));
    verdicts.push(named.get(eventId) ?? { eventId, personId: null, clusterId, score: null, margin: null });
    await breath();
  }
  const changed = registry.changes();
  await putClusters(trx, organizationId, changed);
  await putVerdicts(
    trx,
    organizationId,
    verdicts.map((verdict) => ({ ...verdict, clusterId: registry.lastIdOf(verdict.clusterId) })),
  );
  for (const [into, absorbed] of registry.absorbed()) {
    await absorbClusters(trx, organizationId, { absorbed, into });
    for (const id of absorbed) indexOf(index, modelId, clusters.get(into)?.sum.length ?? 0)?.drop(id);
  }
  await deleteEmptyClusters(
    trx,
    organizationId,
    changed.map(({ id }) => id),
  );
}

/** While faces are put to it, a cluster moves: so much less alike are those that are looked at. */
const moves = 0.08;
/** So many clusters at most are looked at for each face. */
const nearest = 6;

/** The clusters that any of these faces may belong to. */
async function nearIds(
  sightings: readonly FacedSighting[],
  { index, modelId, from, breath }: { index: OrganizationIndex; modelId: string; from: number; breath: Breath },
): Promise<string[]> {
  const ids = new Set<string>();
  for (const sighting of sightings) {
    const vector = vectorOf(sighting);
    for (const { id } of indexOf(index, modelId, vector.length)?.nearest(vector, { limit: nearest, from }) ?? [])
      ids.add(id);
    await breath();
  }
  return [...ids];
}

/** Those who are known by name. */
async function namedOf({
  sightings,
  gallery,
  threshold,
  breath,
}: Pick<OfModel, 'sightings' | 'gallery'> & { threshold: number; breath: Breath }): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  if (gallery.size === 0) return verdicts;
  for (const sighting of sightings) {
    const face = { modelId: sighting.modelId, vector: vectorOf(sighting) };
    const match = gallery.match(face, { locationId: sighting.locationId, threshold });
    if (match) verdicts.push({ ...match, eventId: sighting.eventId, clusterId: null });
    await breath();
  }
  return verdicts;
}

type Breath = () => Promise<void>;

/** Lets others have their turn every few milliseconds. */
function breathe(): Breath {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < turnMs) return;
    await setImmediate();
    sinceMs = performance.now();
  };
}

/** What becomes of clusters while faces are put to them. */
class ClusterRegistry {
  readonly #clusters: FaceClusters;
  readonly #modelId: string;
  readonly #seen = new Map<string, { first: Date; last: Date }>();
  /** Absorbed → the one that it is now. */
  readonly #into = new Map<string, string>();

  constructor(clusters: FaceClusters, modelId: string) {
    this.#clusters = clusters;
    this.#modelId = modelId;
  }

  place({ quality, startedAt }: FacedSighting, vector: Int8Array): string | null {
    const placed = this.#clusters.place({ vector, quality }, newId);
    if (placed === null) return null;
    this.#see(placed.clusterId, { first: startedAt, last: startedAt });
    for (const id of placed.absorbed) {
      this.#into.set(id, placed.clusterId);
      const seen = this.#seen.get(id);
      if (seen) this.#see(placed.clusterId, seen);
      this.#seen.delete(id);
    }
    return placed.clusterId;
  }

  lastIdOf(id: string | null): string | null {
    const into = id === null ? undefined : this.#into.get(id);
    return into === undefined ? id : this.lastIdOf(into);
  }

  changes(): ClusterChange[] {
    return [...this.#seen].flatMap(([id, { first, last }]) => {
      const cluster = this.#clusters.get(id);
      return cluster ? [{ ...cluster, modelId: this.#modelId, firstSeenAt: first, lastSeenAt: last }] : [];
    });
  }

  absorbed(): Map<string, string[]> {
    return Map.groupBy(this.#into.keys(), (id) => this.lastIdOf(id) ?? id);
  }

  #see(id: string, { first, last }: { first: Date; last: Date }): void {
    const seen = this.#seen.get(id) ?? { first, last };
    this.#seen.set(id, {
      first: first < seen.first ? first : seen.first,
      last: last > seen.last ? last : seen.last,
    });
  }
}
