import { faceThresholdOf } from '@sightline/contracts/analysis/face-threshold';
import { clusterRulesFor, FaceClusters } from '@sightline/domain/people/face-clusters';
import { FaceGallery } from '@sightline/domain/people/face-gallery';
import { z } from 'zod';
import type { Changes, ChangeWork } from '../../../platform/database/changes.ts';
import { nobody } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { jobQueue, type JobEnd } from '../../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../../platform/jobs/jobs.ts';
import { facesByPerson } from '../gallery/gallery.repository.ts';
import {
  putVerdicts,
  waitingSightings,
  type FacedSighting,
  type Verdict,
} from '../sightings/face-sightings.repository.ts';
import {
  absorbClusters,
  deleteEmptyClusters,
  holdClusters,
  putClusters,
  type ClusterChange,
  type KnownCluster,
} from './face-clusters.repository.ts';

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
export const startClustering = (deps: { changes: Changes; jobs: Jobs }): Promise<Worker> =>
  deps.jobs.work(clusterJobs, { everySeconds }, async ({ data, signal }): Promise<JobEnd | undefined> => {
    for (;;) {
      if (signal.aborted) return { kind: 'again', reason: 'the process that worked on it ends' };
      const looked = await clusterSome(deps.changes, data.organizationId, atOnce);
      if (looked < atOnce) return undefined;
    }
  });

/** Looks at some of the faces that wait, oldest first, in one transaction. Answers how many. */
export const clusterSome = (changes: Changes, organizationId: string, limit: number): Promise<number> =>
  changes.run({ organizationId, by: nobody }, async (work) => {
    const { trx } = work;
    const known = await holdClusters(trx, organizationId);
    const { faced, faceless } = await waitingSightings(trx, organizationId, limit);
    const nothing = { personId: null, clusterId: null, score: null, margin: null };
    await putVerdicts(
      trx,
      organizationId,
      faceless.map((eventId) => ({ eventId, ...nothing })),
    );
    for (const [modelId, ofModel] of Map.groupBy(faced, (sighting) => sighting.modelId))
      await clusterModel(work, organizationId, {
        modelId,
        sightings: ofModel,
        known: known.filter((cluster) => cluster.modelId === modelId),
      });
    if (faced.length > 0) await work.announce({ kind: 'people.changed', personId: null });
    return faced.length + faceless.length;
  });

interface OfModel {
  modelId: string;
  sightings: readonly FacedSighting[];
  known: readonly KnownCluster[];
}

const vectorOf = ({ vector }: { vector: Buffer }): Int8Array =>
  new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength);

async function clusterModel(
  { trx }: ChangeWork,
  organizationId: string,
  { modelId, sightings, known }: OfModel,
): Promise<void> {
  // Of a model of which nothing was measured nobody can say who is who.
  const threshold = faceThresholdOf(modelId);
  const gallery = new FaceGallery(await facesByPerson(trx, organizationId, modelId));
  const clusters = new FaceClusters(clusterRulesFor(threshold ?? 2), known);
  const registry = new ClusterRegistry(clusters, modelId);
  const verdicts = sightings.map((sighting): Verdict => {
    const vector = vectorOf(sighting);
    const match =
      threshold === null ? null : gallery.match({ modelId, vector }, { locationId: sighting.locationId, threshold });
    const { eventId } = sighting;
    if (match) return { eventId, personId: match.personId, clusterId: null, score: match.score, margin: match.margin };
    return {
      eventId,
      personId: null,
      clusterId: threshold === null ? null : registry.place(sighting, vector),
      score: null,
      margin: null,
    };
  });
  await putClusters(trx, organizationId, registry.changes());
  await putVerdicts(
    trx,
    organizationId,
    verdicts.map((verdict) => ({ ...verdict, clusterId: registry.lastIdOf(verdict.clusterId) })),
  );
  for (const [into, absorbed] of registry.absorbed()) await absorbClusters(trx, organizationId, { absorbed, into });
  if (sightings.length > 0) await deleteEmptyClusters(trx, organizationId);
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
