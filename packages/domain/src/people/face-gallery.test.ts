import { describe, expect, it } from 'vitest';
import { drawnFace } from '../../testing/test-faces.ts';
import { bestOf, FaceGallery, type GalleryPerson } from './face-gallery.ts';
import { faceSureness, leastMargin, matchOf } from './face-match.ts';

const modelId = 'drawn@1';
const person = (who: number, looks: readonly number[], locationIds: string[] | null = null): GalleryPerson => ({
  personId: `p${String(who)}`,
  locationIds,
  faces: looks.map((look) => ({ modelId, vector: drawnFace(who, look) })),
});
const at = (locationId: string | null = null) => ({ locationId, threshold: 0.72 });
const face = (who: number, look = 99) => ({ modelId, vector: drawnFace(who, look) });

describe('a gallery', () => {
  it('knows nobody who is not in it, by whatever look', () => {
    const gallery = new FaceGallery([1, 2, 3].map((who) => person(who, [1, 2])));
    for (let who = 4; who < 60; who += 1) expect(gallery.match(face(who), at())).toBeNull();
  });

  it('names who is in it, with how far the next one is', () => {
    const gallery = new FaceGallery(Array.from({ length: 50 }, (_, who) => person(who, [1, 2, 3])));
    expect(gallery.size).toBe(50);
    for (let who = 0; who < 50; who += 1) {
      const match = gallery.match(face(who), at());
      expect(match?.personId).toBe(`p${String(who)}`);
      expect(match?.margin).toBeGreaterThan(leastMargin);
    }
  });

  it('takes another face of the same person for no second one', () => {
    const gallery = new FaceGallery([person(1, [1, 2, 3, 4]), person(2, [1])]);
    const match = gallery.match(face(1, 2), at());
    expect(match?.score).toBeCloseTo(1, 2);
    expect(match?.margin).toBeGreaterThan(0.2);
  });

  it('knows people at their places alone', () => {
    const gallery = new FaceGallery([person(1, [1], ['hub'])]);
    expect(gallery.match(face(1, 1), at('hub'))?.personId).toBe('p1');
    expect(gallery.match(face(1, 1), at('depot'))).toBeNull();
    expect(gallery.match(face(1, 1), at())).toBeNull();
    expect(gallery.nearest(face(1, 1))?.personId).toBe('p1');
  });

  it('takes parts in the place of those of before, and lets go of them', () => {
    const gallery = new FaceGallery();
    gallery.put('a', [person(1, [1])]);
    gallery.put('b', [person(2, [1])]);
    expect(gallery.match(face(1, 1), at())?.personId).toBe('p1');
    gallery.put('a', [person(3, [1])]);
    expect(gallery.match(face(1, 1), at())).toBeNull();
    gallery.put('b', []);
    expect(gallery.match(face(2, 1), at())).toBeNull();
    expect(gallery.size).toBe(1);
  });

  it('compares nothing of another model, of another length, or without length', () => {
    const gallery = new FaceGallery([person(1, [1])]);
    expect(gallery.match({ modelId: 'other@1', vector: drawnFace(1, 1) }, at())).toBeNull();
    expect(gallery.match({ modelId, vector: drawnFace(1, 1).subarray(0, 128) }, at())).toBeNull();
    expect(gallery.match({ modelId, vector: new Int8Array(256) }, at())).toBeNull();
    expect(bestOf(face(1, 1), [{ modelId: 'other@1', vector: drawnFace(1, 1) }])).toBe(-1);
  });
});

describe('a match', () => {
  it('is none below the threshold, or where somebody else is nearly as much like it', () => {
    expect(matchOf({ personId: 'a', score: 0.71 }, null, 0.72)).toBeNull();
    expect(matchOf({ personId: 'a', score: 0.9 }, 0.89, 0.72)).toBeNull();
    expect(matchOf({ personId: 'a', score: 0.9 }, 0.8, 0.72)).toMatchObject({ personId: 'a', score: 0.9 });
  });

  it('is called by what lies between the threshold and the whole, and by its margin', () => {
    expect(faceSureness({ score: 0.74, margin: 1 }, 0.72)).toBe('likely');
    expect(faceSureness({ score: 0.8, margin: 0.08 }, 0.72)).toBe('sure');
    expect(faceSureness({ score: 0.9, margin: 0.2 }, 0.72)).toBe('verySure');
    expect(faceSureness({ score: 0.9, margin: 0.04 }, 0.72)).toBe('likely');
  });
});
