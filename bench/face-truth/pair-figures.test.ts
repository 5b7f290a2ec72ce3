import { describe, expect, it } from 'vitest';
import { ofTwoOccasions, pairFigures, type PutFace } from './pair-figures.ts';

const put = (who: string, cluster: string, occasion = 'a'): PutFace => ({
  face: {
    who,
    occasion,
    photograph: occasion,
    kind: 'as it is',
    variant: 'as it is',
    refused: null,
    vector: new Int8Array(),
    quality: 1,
  },
  cluster,
});

describe('pairs of faces that were put together', () => {
  it('count against precision where they are of different people, against recall where they are apart', () => {
    const figures = pairFigures([put('man b', '1'), put('man b', '1'), put('man b', '2'), put('woman c', '1')]);
    expect(figures).toMatchObject({ same: 3, wrong: 2, unjudged: 0 });
    expect(figures.precision).toBeCloseTo(1 / 3);
    expect(figures.recall).toBeCloseTo(1 / 3);
  });

  it('are in neither figure where nobody knows whether they belong together', () => {
    const strangers = [put('guest sample1/1', '1'), put('guest sample2/1', '1')];
    expect(pairFigures(strangers)).toMatchObject({ precision: 1, same: 0, wrong: 0, unjudged: 1 });
    expect(pairFigures([put('guest sample1/1', '1'), put('guest sample1/2', '1')])).toMatchObject({ wrong: 1 });
  });

  it('of two occasions are not variants of one photograph', () => {
    const faces = [put('man b', '1'), put('man b', '1'), put('man b', '2', 'b')];
    expect(pairFigures(faces, ofTwoOccasions)).toMatchObject({ same: 2, recall: 0 });
  });
});
