import { describe, expect, it } from 'vitest';
import { firstSnapshot } from '../engine/player-snapshot.ts';
import type { TileCamera } from './tile-facts.ts';
import { canHear, codecName, originalsChoice, pictureFormat, rateText } from './tile-facts.ts';

describe('facts on a tile', () => {
  it('offers originals only to whom they may be shown, and only where something is hidden', () => {
    expect(originalsChoice(firstSnapshot, undefined)).toBeUndefined();
    expect(originalsChoice({ ...firstSnapshot, masked: 'parts' }, undefined)).toBeUndefined();
    expect(originalsChoice({ ...firstSnapshot, mayAskOriginals: true }, undefined)).toBeUndefined();
    expect(originalsChoice({ ...firstSnapshot, masked: 'parts', mayAskOriginals: true }, undefined)).toBe(false);
    expect(originalsChoice({ ...firstSnapshot, showsOriginals: true }, undefined)).toBe(true);
    const tooOld = { ...firstSnapshot, live: { phase: 'offline', cause: 'privacy_core_too_old', sinceUtcMs: null } as const };
    const camera = (originals: boolean) => ({ can: { originals } }) as unknown as TileCamera;
    expect([originalsChoice(tooOld, camera(true)), originalsChoice(tooOld, camera(false))]).toEqual([false, undefined]);
  });

  it('says nothing of a picture it does not know', () => {
    expect(pictureFormat(firstSnapshot)).toBeNull();
    expect(canHear(firstSnapshot, undefined)).toBe(false);
  });

  it('hears AAC live on every way, and G.711 on the way that carries it', () => {
    const camera = (audioCodec: 'aac' | 'pcmu' | null) => ({ streams: [{ kind: 'main', format: { audioCodec } }] }) as unknown as TileCamera;
    expect(canHear({ ...firstSnapshot, path: 'direct' }, camera(null))).toBe(false);
    expect(canHear({ ...firstSnapshot, path: 'direct' }, camera('aac'))).toBe(true);
    expect(canHear({ ...firstSnapshot, path: 'direct' }, camera('pcmu'))).toBe(false);
    expect(canHear({ ...firstSnapshot, path: 'direct', hasAudio: true }, camera('pcmu'))).toBe(true);
    expect(canHear({ ...firstSnapshot, path: 'mse' }, camera('pcmu'))).toBe(true);
    expect(canHear({ ...firstSnapshot, mode: 'playback' }, camera('pcmu'))).toBe(true);
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
