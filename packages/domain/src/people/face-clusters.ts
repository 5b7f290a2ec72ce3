import { lengthOf, productAt } from './face-vectors.ts';

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

interface Held extends FaceCluster {
  /** Its direction as whole numbers, for comparing. */
  direction: Int8Array;
  length: number;
}

/** Puts faces together one by one, without looking at those of before again: what is known of each person is a direction and a weight. */
export class FaceClusters {
  readonly #rules: ClusterRules;
  readonly #held = new Map<string, Held>();

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
    if (best === null || best.score < joins) {
      if (quality < seedQuality) return null;
      const id = newId();
      this.#keep({ id, sum: unitOf(vector), weight: 1 });
      return { clusterId: id, isNew: true, absorbed: [] };
    }
    // Who is seen badly says little of where the others lie.
    if (quality >= seedQuality) this.#add(best.cluster, vector);
    const absorbed = second !== null && second.score >= joins ? this.#mergeInto(best.cluster, second.cluster) : [];
    return { clusterId: best.cluster.id, isNew: false, absorbed };
  }

  remove(id: string): void {
    this.#held.delete(id);
  }

  #nearest(vector: Int8Array): [{ cluster: Held; score: number } | null, { cluster: Held; score: number } | null] {
    const wanted = Int32Array.from(vector);
    const wantedLength = lengthOf(vector, 0, vector.length);
    let best: { cluster: Held; score: number } | null = null;
    let second: { cluster: Held; score: number } | null = null;
    for (const cluster of this.#held.values()) {
      if (cluster.direction.length !== vector.length) continue;
      const length = cluster.length * wantedLength;
      const score = length === 0 ? 0 : productAt(cluster.direction, 0, wanted) / length;
      if (best === null || score > best.score) [second, best] = [best, { cluster, score }];
      else if (second === null || score > second.score) second = { cluster, score };
    }
    return [best, second];
  }

  #add(cluster: Held, vector: Int8Array): void {
    const unit = unitOf(vector);
    const shrink = cluster.weight >= maxWeight ? (maxWeight - 1) / maxWeight : 1;
    const sum = cluster.sum.map((value, index) => value * shrink + (unit[index] as number));
    this.#keep({ id: cluster.id, sum, weight: Math.min(maxWeight, cluster.weight + 1) });
  }

  /** The one with fewer faces goes into the other; answers its id when they are one. */
  #mergeInto(kept: Held, other: Held): string[] {
    const into = this.#held.get(kept.id);
    if (into === undefined || cosine(into, other) < this.#rules.merges) return [];
    const sum = into.sum.map((value, index) => value + (other.sum[index] as number));
    const weight = into.weight + other.weight;
    const share = Math.min(1, maxWeight / weight);
    this.#keep({ id: into.id, sum: sum.map((value) => value * share), weight: Math.min(maxWeight, weight) });
    this.#held.delete(other.id);
    return [other.id];
  }

  #keep({ id, sum, weight }: FaceCluster): void {
    const direction = wholeOf(sum);
    this.#held.set(id, { id, sum, weight, direction, length: lengthOf(direction, 0, direction.length) });
  }
}

/** Where these faces lie together, as a sum. */
export function centreOf(vectors: readonly Int8Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (const [index, value] of unitOf(vector).entries()) sum[index] = (sum[index] ?? 0) + value;
  return sum;
}

function unitOf(vector: Int8Array): Float32Array {
  const length = lengthOf(vector, 0, vector.length);
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length));
}

/** Unit length times 127, as vectors travel. */
function wholeOf(sum: Float32Array): Int8Array {
  const length = Math.sqrt(sum.reduce((all, value) => all + value * value, 0));
  return Int8Array.from(sum, (value) => (length === 0 ? 0 : Math.round((value / length) * 127)));
}

const cosine = (a: Held, b: Held): number =>
  a.length * b.length === 0 ? 0 : productAt(a.direction, 0, Int32Array.from(b.direction)) / (a.length * b.length);
