import { describe, expect, it } from 'vitest';
import { drawnFace } from '../../testing/test-faces.ts';
import { centreOf, clusterRulesFor, FaceClusters, faceQualityOf, type FaceCluster } from './face-clusters.ts';

const rules = clusterRulesFor(0.72);

function places(clusters: FaceClusters, from = 1) {
  let made = from;
  return (who: number, look: number, quality = 0.9) =>
    clusters.place({ vector: drawnFace(who, look), quality }, () => `c${String(made++)}`);
}

/** Faces of so many people, `looks` of each, in an order in which nobody comes twice in a row. */
const labelled = (people: number, looks: number) =>
  Array.from({ length: looks }, (_, look) => Array.from({ length: people }, (_none, who) => ({ who, look }))).flat();

/** Of all pairs that were put together how many belong together, and of those that belong together how many were. */
function measure(found: readonly { who: number; id: string | null }[]): { precision: number; recall: number } {
  let [together, right, same] = [0, 0, 0];
  for (const [index, a] of found.entries())
    for (const b of found.slice(index + 1)) {
      const isSame = a.who === b.who;
      const isTogether = a.id !== null && a.id === b.id;
      same += Number(isSame);
      together += Number(isTogether);
      right += Number(isSame && isTogether);
    }
  return { precision: together === 0 ? 1 : right / together, recall: right / same };
}

describe('faces that are put together', () => {
  it('begin nothing when they are seen badly, but may join what is there', () => {
    const clusters = new FaceClusters(rules);
    const place = places(clusters);
    expect(place(1, 1, 0.3)).toBeNull();
    expect(place(1, 2)).toEqual({ clusterId: 'c1', isNew: true, absorbed: [] });
    expect(place(1, 1, 0.3)).toEqual({ clusterId: 'c1', isNew: false, absorbed: [] });
    expect(clusters.get('c1')?.weight).toBe(1);
  });

  it('of forty people are told apart: precision at least 0.98, recall at least 0.85', () => {
    const clusters = new FaceClusters(rules);
    const place = places(clusters);
    const into = new Map<string, string>();
    const put = labelled(40, 12).map(({ who, look }) => {
      const placed = place(who, look);
      for (const id of placed?.absorbed ?? []) into.set(id, placed!.clusterId);
      return { who, id: placed?.clusterId ?? null };
    });
    const lastOf = (id: string | null): string | null => (id !== null && into.has(id) ? lastOf(into.get(id)!) : id);
    const { precision, recall } = measure(put.map(({ who, id }) => ({ who, id: lastOf(id) })));
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });

  it('go on from what was kept as if nothing had ended', () => {
    const faces = labelled(10, 6);
    const whole = new FaceClusters(rules);
    const inOne = faces.map(({ who, look }) => places(whole, whole.size + 1)(who, look)?.clusterId);
    let clusters = new FaceClusters(rules);
    const inPieces = faces.map(({ who, look }, index) => {
      if (index % 7 === 0) {
        const kept: FaceCluster[] = Array.from({ length: clusters.size }, (_, at) =>
          clusters.get(`c${String(at + 1)}`)!,
        );
        clusters = new FaceClusters(rules, kept);
      }
      return places(clusters, clusters.size + 1)(who, look)?.clusterId;
    });
    expect(inPieces).toEqual(inOne);
  });

  it('that turn out to be of one person become one', () => {
    const [a, b] = [drawnFace(3, 1), drawnFace(3, 2)];
    const clusters = new FaceClusters({ ...rules, merges: 0.7 }, [
      { id: 'a', sum: centreOf([a]), weight: 1 },
      { id: 'b', sum: centreOf([b]), weight: 1 },
    ]);
    const between = Int8Array.from(a, (value, index) => Math.round((value + b[index]!) / 2));
    const placed = clusters.place({ vector: between, quality: 0.9 }, () => 'new');
    expect(new Set([placed?.clusterId, ...(placed?.absorbed ?? [])])).toEqual(new Set(['a', 'b']));
    expect(clusters.size).toBe(1);
  });

  it('of two models are never compared', () => {
    const clusters = new FaceClusters(rules);
    places(clusters)(1, 1);
    const placed = clusters.place({ vector: drawnFace(1, 1, 128), quality: 0.9 }, () => 'other');
    expect(placed?.isNew).toBe(true);
  });
});

it('quality falls with size below twice the least, and with doubt', () => {
  expect(faceQualityOf({ widthPx: 200, score: 0.9 })).toBeCloseTo(0.9);
  expect(faceQualityOf({ widthPx: 40, score: 0.9 })).toBeCloseTo(0.45);
});
