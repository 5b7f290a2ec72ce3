import { describe, expect, it } from 'vitest';
import { firstSnapshot } from '../engine/player-snapshot.ts';
import { canHear, codecName, pictureFormat, rateText } from './tile-facts.ts';

describe('facts on a tile', () => {
  it('says nothing of a picture it does not know', () => {
    expect(pictureFormat(firstSnapshot)).toBeNull();
    expect(canHear(firstSnapshot, undefined)).toBe(false);
  });

  it('writes codecs as people know them and others as they are', () => {
    expect(codecName('avc1.640028')).toBe('H.264');
    expect(codecName('h265')).toBe('H.265');
    expect(codecName('av01')).toBe('av01');
  });

  it('writes rates below one as fractions', () => {
    expect([0.25, 0.5, 1, 16].map(rateText)).toEqual(['¼×', '½×', '1×', '16×']);
  });
});
