import { ClusterIndex, type NearCluster } from './cluster-index.ts';
import { lengthOf } from './face-vectors.ts';
import { productAt } from './vector-kernel.ts';

/** Faces that were taken for one person. `sum` points to where they lie; `weight`: of how many it is made. */
export interface FaceCluster {
  id: string;
  sum: Float32Array;
  weight: number;
}

/** A face that is to be put to others. `quality` 0-1: how well it is seen. */
export interface PlacedFace {
  vector: Int8Array;
  quality: number;
}

export interface ClusterRules {
  /** Cosine from which a face is of the same person. */
  joins: number;
  /** Cosine of two clusters from which they are one. */
  merges: number;
  /** A face that is seen less well than this begins no cluster: it may join one, or stays alone. */
  seedQuality: number;
}

/** Where a face went. `absorbed`: clusters that turned out to be this one, and are no more. */
export interface Placement {
  clusterId: string;
  isNew: boolean;
  absorbed: string[];
}

/** More than this many faces make a cluster no heavier, so that it follows how somebody looks now. */
const maxWeight = 60;

/** A little above the threshold of the model: what lies at it is the same person or not as often as not. */
export const clusterRulesFor = (threshold: number): ClusterRules => ({
  joins: threshold + (1 - threshold) * 0.12,
  merges: threshold + (1 - threshold) * 0.4,
  seedQuality: 0.5,
});

/** How well a face is seen, 0-1: by its size, beyond twice the least nothing is gained, and by how sure the detector was, which falls with blur and with the head turned away. */
export const faceQualityOf = ({ widthPx, score }: { widthPx: number; score: number }): number =>
  Math.min(1, widthPx / 80) * Math.min(1, Math.max(0, score));

/**
 * Puts faces together one by one, without looking at those of before again: what is known of each person is a direction and a weight. Every
 * cluster that it knows is compared.
 */
export class FaceClusters {
  readonly #rules: ClusterRules;
  readonly #held = new Map<string, FaceCluster>();
  /** Where they lie, by how long the vectors are: those of two models are never compared. */
  readonly #indexes = new Map<number, ClusterIndex>();

  constructor(rules: ClusterRules, known: readonly FaceCluster[] = []) {
    this.#rules = rules;
    for (const { id, sum, weight } of known) this.#keep({ id, sum: Float32Array.from(sum), weight });
  }

  get(id: string): FaceCluster | undefined {
    return this.#held.get(id);
  }

  get size(): number {
    return this.#held.size;
  }

  /** Puts a face where it belongs; null: it is not seen well enough to begin something new. */
  place({ vector, quality }: PlacedFace, newId: () => string): Placement | null {
    const { joins, seedQuality } = this.#rules;
    const [best, second] = this.#nearest(vector);
    if (best === undefined || best.score < joins) {
      if (quality < seedQuality) return null;
      const id = newId();
      this.#keep({ id, sum: unitOf(vector), weight: 1 });
      return { clusterId: id, isNew: true, absorbed: [] };
    }
    // Who is seen badly says little of where the others lie.
    if (quality >= seedQuality) this.#add(best.id, vector);
    const absorbed = second !== undefined && second.score >= joins ? this.#mergeInto(best.id, second.id) : [];
    return { clusterId: best.id, isNew: false, absorbed };
  }

  #nearest(vector: Int8Array): NearCluster[] {
    return this.#indexes.get(vector.length)?.nearest(vector, { limit: 2, from: -1 }) ?? [];
  }

  #add(id: string, vector: Int8Array): void {
    const { sum: before, weight } = this.#held.get(id) as FaceCluster;
    const unit = unitOf(vector);
    const shrink = weight >= maxWeight ? (maxWeight - 1) / maxWeight : 1;
    const sum = before.map((value, index) => value * shrink + (unit[index] as number));
    this.#keep({ id, sum, weight: Math.min(maxWeight, weight + 1) });
  }

  /** The one with fewer faces goes into the other; answers its id when they are one. */
  #mergeInto(keptId: string, otherId: string): string[] {
    const [kept, other] = [this.#held.get(keptId) as FaceCluster, this.#held.get(otherId) as FaceCluster];
    if (cosine(directionOf(kept), directionOf(other)) < this.#rules.merges) return [];
    const sum = kept.sum.map((value, index) => value + (other.sum[index] as number));
    const weight = kept.weight + other.weight;
    const share = Math.min(1, maxWeight / weight);
    this.#keep({ id: keptId, sum: sum.map((value) => value * share), weight: Math.min(maxWeight, weight) });
    this.#held.delete(otherId);
    this.#indexes.get(other.sum.length)?.drop(otherId);
    return [otherId];
  }

  #keep(cluster: FaceCluster): void {
    this.#held.set(cluster.id, cluster);
    const { length } = cluster.sum;
    const index = this.#indexes.get(length) ?? new ClusterIndex(length, { codesFrom: Number.POSITIVE_INFINITY });
    this.#indexes.set(length, index);
    index.put(cluster.id, directionOf(cluster));
  }
}

/** Where these faces lie together, as a sum. */
export function centreOf(vectors: readonly Int8Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (const [index, value] of unitOf(vector).entries()) sum[index] = (sum[index] ?? 0) + value;
  return sum;
}

// Loops, because `from` with a function takes ten times as long, and this is done for every face.
function unitOf(vector: Int8Array): Float32Array {
  const length = lengthOf(vector, 0, vector.length);
  const unit = new Float32Array(vector.length);
  if (length > 0) for (let at = 0; at < unit.length; at += 1) unit[at] = (vector[at] as number) / length;
  return unit;
}

/** Where a cluster lies: unit length times 127, as vectors travel. */
export function directionOf({ sum }: Pick<FaceCluster, 'sum'>): Int8Array {
  let squares = 0;
  for (let at = 0; at < sum.length; at += 1) squares += (sum[at] as number) * (sum[at] as number);
  const direction = new Int8Array(sum.length);
  const scale = squares === 0 ? 0 : 127 / Math.sqrt(squares);
  for (let at = 0; at < sum.length; at += 1) direction[at] = Math.round((sum[at] as number) * scale);
  return direction;
}

function cosine(a: Int8Array, b: Int8Array): number {
  const length = lengthOf(a, 0, a.length) * lengthOf(b, 0, b.length);
  return length === 0 ? 0 : productAt(a, 0, Int32Array.from(b)) / length;
}
