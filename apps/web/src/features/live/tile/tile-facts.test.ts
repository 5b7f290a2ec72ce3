import { describe, expect, it } from 'vitest';
import { firstSnapshot, type PlayerSnapshot } from '../engine/player-snapshot.ts';
import type { TileCamera } from './tile-facts.ts';
import { canHear, codecName, cutOf, originalsChoice, pictureFormat, rateText } from './tile-facts.ts';

describe('facts on a tile', () => {
  it('offers originals only to whom they may be shown, and only where something is hidden', () => {
    expect(originalsChoice(firstSnapshot, undefined)).toBeUndefined();
    expect(originalsChoice({ ...firstSnapshot, masked: 'parts' }, undefined)).toBeUndefined();
    expect(originalsChoice({ ...firstSnapshot, mayAskOriginals: true }, undefined)).toBeUndefined();
    expect(originalsChoice({ ...firstSnapshot, masked: 'parts', mayAskOriginals: true }, undefined)).toBe(false);
    expect(originalsChoice({ ...firstSnapshot, showsOriginals: true }, undefined)).toBe(true);
    const tooOld = {
      ...firstSnapshot,
      live: { phase: 'offline', cause: 'privacy_core_too_old', sinceUtcMs: null } as const,
    };
    const camera = (originals: boolean) => ({ can: { originals } }) as unknown as TileCamera;
    expect([originalsChoice(tooOld, camera(true)), originalsChoice(tooOld, camera(false))]).toEqual([false, undefined]);
  });

  it('says nothing of a picture it does not know', () => {
    expect(pictureFormat(firstSnapshot)).toBeNull();
    expect(canHear(firstSnapshot, undefined)).toBe(false);
  });

  it('hears AAC live on every way, and G.711 on the way that carries it', () => {
    const camera = (audioCodec: 'aac' | 'pcmu' | null) =>
      ({ streams: [{ kind: 'main', format: { audioCodec } }] }) as unknown as TileCamera;
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

describe('a picture that is missing names who is cut off', () => {
  const offline = (
    cause: 'unavailable' | 'core_offline' | 'core_timeout' | 'camera_unreachable' | null,
  ): PlayerSnapshot => ({
    ...firstSnapshot,
    live: { phase: 'offline', cause, sinceUtcMs: null },
  });
  const camera = (cause: string | null) => ({ status: { cause } }) as unknown as TileCamera;

  it('this device before anybody else, and the server before core and camera', () => {
    for (const cause of ['unavailable', 'core_offline', 'camera_unreachable', null] as const) {
      expect(cutOf(offline(cause), undefined, 'browser')).toBe('browser');
      expect(cutOf(offline(cause), undefined, 'server')).toBe('server');
    }
    for (const phase of ['connecting', 'stalled'] as const)
      expect(cutOf({ ...firstSnapshot, live: { phase, lastFrameUtcMs: null } }, undefined, 'server')).toBe('server');
    expect(
      cutOf(
        { ...firstSnapshot, mode: 'playback', footage: { phase: 'seeking', gap: null, cause: null } },
        undefined,
        'server',
      ),
    ).toBe('server');
  });

  it('the server where it does not answer and nothing else is known yet', () =>
    expect(cutOf(offline('unavailable'), undefined, null)).toBe('server'));

  it('the core, by its own refusal or by what is known of the camera', () => {
    expect([cutOf(offline('core_offline'), undefined, null), cutOf(offline('core_timeout'), undefined, null)]).toEqual([
      'core',
      'core',
    ]);
    expect(cutOf(offline(null), camera('core_offline'), null)).toBe('core');
  });

  it('the camera where the core says so, on its own line also while the server is away', () => {
    expect(cutOf(offline('camera_unreachable'), undefined, null)).toBe('camera');
    expect(cutOf({ ...offline('camera_unreachable'), path: 'direct' }, undefined, 'server')).toBe('camera');
  });

  it('nobody while a picture is shown', () => {
    for (const cutOff of ['browser', 'server', null] as const)
      expect(cutOf({ ...firstSnapshot, live: { phase: 'live' } }, undefined, cutOff)).toBeNull();
    expect(cutOf(firstSnapshot, undefined, null)).toBeNull();
  });
});
