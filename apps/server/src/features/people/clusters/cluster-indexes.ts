import { ClusterIndex } from '@sightline/domain/people/cluster-index';
import { directionOf } from '@sightline/domain/people/face-clusters';
import type { Work } from '../../../platform/database/database.ts';
import { clusterIds, clustersSince, countClusters, type KnownCluster } from './face-clusters.repository.ts';

/** What is known of the unsaved people of an organization, by their models. */
export interface OrganizationIndex {
  /** All that was changed until this one is known. */
  version: number;
  models: Map<string, ClusterIndex>;
  /** Those of which nothing is known because there are too many: seen longest ago. */
  left: number;
}

/** So many clusters are read at once. */
const pageSize = 2_000;

/**
 * Where unsaved people lie, kept between the steps of the work, a thousand bytes each. Of more than `most` in all, those are not compared
 * any more that were changed longest ago; who is seen then becomes another unsaved person.
 */
export class ClusterIndexes {
  readonly #most: number;
  readonly #known = new Map<string, OrganizationIndex>();

  constructor(most = 150_000) {
    this.#most = most;
  }

  /** What is known of an organization, as it is now. Under the lock of its clusters. */
  async open(trx: Work, organizationId: string): Promise<OrganizationIndex> {
    const index = this.#known.get(organizationId) ?? { version: 0, models: new Map(), left: 0 };
    // Until it is complete, and until what follows is committed, it is worth nothing.
    this.#known.delete(organizationId);
    await this.#readOn(trx, organizationId, index);
    if ((await countClusters(trx, organizationId)) !== sizeOf(index) + index.left)
      await dropGone(trx, organizationId, index);
    return index;
  }

  /** What was opened stands: the transaction is committed. */
  keep(organizationId: string, index: OrganizationIndex): void {
    this.#known.set(organizationId, index);
    for (const [id, other] of this.#known) {
      if (this.#size() <= this.#most) return;
      if (id !== organizationId) this.#known.delete(id);
      else this.#leaveOldest(other);
    }
  }

  /** Lets go of everything. */
  clear(): void {
    this.#known.clear();
  }

  #size(): number {
    return [...this.#known.values()].reduce((sum, index) => sum + sizeOf(index), 0);
  }

  async #readOn(trx: Work, organizationId: string, index: OrganizationIndex): Promise<void> {
    for (;;) {
      const rows = await clustersSince(trx, organizationId, { version: index.version, limit: pageSize });
      for (const row of rows) putCluster(index, row);
      index.version = rows.at(-1)?.version ?? index.version;
      if (sizeOf(index) > this.#most) this.#leaveOldest(index);
      if (rows.length < pageSize) return;
    }
  }

  #leaveOldest(index: OrganizationIndex): void {
    for (const model of [...index.models.values()].toSorted((a, b) => b.size - a.size))
      for (const id of model.ids()) {
        if (sizeOf(index) <= this.#most) return;
        model.drop(id);
        index.left += 1;
      }
  }
}

/** Takes a cluster as it is now. */
function putCluster({ models }: OrganizationIndex, { id, modelId, sum }: Omit<KnownCluster, 'weight'>): void {
  const key = `${String(sum.length)} ${modelId}`;
  const model = models.get(key) ?? new ClusterIndex(sum.length);
  models.set(key, model);
  model.put(id, directionOf({ sum }));
}

/** The clusters of a model whose vectors are so long. */
export const indexOf = ({ models }: OrganizationIndex, modelId: string, length: number): ClusterIndex | undefined =>
  models.get(`${String(length)} ${modelId}`);

const sizeOf = ({ models }: OrganizationIndex): number =>
  [...models.values()].reduce((sum, model) => sum + model.size, 0);

/** Some were saved, forgotten or became empty since: where they lay is forgotten here as well. */
async function dropGone(trx: Work, organizationId: string, index: OrganizationIndex): Promise<void> {
  const ids = new Set(await clusterIds(trx, organizationId));
  for (const model of index.models.values()) for (const id of model.ids()) if (!ids.has(id)) model.drop(id);
  index.left = ids.size - sizeOf(index);
}
