import { describe, expect, it } from 'vitest';
import { emptyScope, holdsAnywhere, scopeCovers, scopeOf, type Grant } from './grant.ts';

const north = ['root', 'north'];
const northGate = ['root', 'north', 'gate'];
const south = ['root', 'south'];
const ofNorth: Grant[] = [{ permission: 'CameraView', kind: 'location', entityId: 'north' }];

describe('scopeOf', () => {
  it('gives nothing for a permission that was not granted', () => {
    const scope = scopeOf([{ permission: 'CameraView', kind: 'organization', entityId: null }], 'CameraEdit');
    expect(scope).toEqual(emptyScope);
    expect(holdsAnywhere(scope)).toBe(false);
    expect(scopeCovers(scope, north)).toBe(false);
  });

  it('does not reach siblings or parents of a granted location', () => {
    const scope = scopeOf(ofNorth, 'CameraView');
    expect(scopeCovers(scope, south)).toBe(false);
    expect(scopeCovers(scope, ['root'])).toBe(false);
  });

  it('does not reach the other cameras of a core by one camera, nor what is beside a core', () => {
    const scope = scopeOf([{ permission: 'CameraView', kind: 'camera', entityId: 'camera-1' }], 'CameraView');
    expect(scopeCovers(scope, [...north, 'core-1', 'camera-2'])).toBe(false);
    expect(scopeCovers(scope, [...north, 'core-1', 'camera-1'])).toBe(true);
    const core = scopeOf([{ permission: 'CameraView', kind: 'core', entityId: 'core-1' }], 'CameraView');
    expect(scopeCovers(core, [...north, 'core-2', 'camera-3'])).toBe(false);
    expect(scopeCovers(core, [...north, 'core-1', 'camera-1'])).toBe(true);
    expect(scopeCovers(core, north)).toBe(false);
  });

  it('reaches everything below a granted location', () => {
    const scope = scopeOf(ofNorth, 'CameraView');
    expect(scopeCovers(scope, north)).toBe(true);
    expect(scopeCovers(scope, [...northGate, 'core-1', 'camera-1'])).toBe(true);
  });

  it('reaches everywhere when granted on the organization, and adds grants up', () => {
    const grants: Grant[] = [...ofNorth, { permission: 'CameraView', kind: 'organization', entityId: null }];
    expect(scopeCovers(scopeOf(grants, 'CameraView'), south)).toBe(true);
    expect(scopeOf(grants, 'CameraView').locationIds).toEqual(['north']);
  });
});
