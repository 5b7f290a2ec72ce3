import { describe, expect, it } from 'vitest';
import { emptyScope, holdsAnywhere, scopeCovers, scopeOf } from './grant.ts';

const north = ['root', 'north'];
const northGate = ['root', 'north', 'gate'];
const south = ['root', 'south'];

describe('scopeOf', () => {
  it('gives nothing for a permission that was not granted', () => {
    const scope = scopeOf([{ permission: 'CameraView', locationId: null }], 'CameraEdit');
    expect(scope).toEqual(emptyScope);
    expect(holdsAnywhere(scope)).toBe(false);
    expect(scopeCovers(scope, north)).toBe(false);
  });

  it('does not reach siblings or parents of a granted location', () => {
    const scope = scopeOf([{ permission: 'CameraView', locationId: 'north' }], 'CameraView');
    expect(scopeCovers(scope, south)).toBe(false);
    expect(scopeCovers(scope, ['root'])).toBe(false);
  });

  it('reaches everything below a granted location', () => {
    const scope = scopeOf([{ permission: 'CameraView', locationId: 'north' }], 'CameraView');
    expect(scopeCovers(scope, north)).toBe(true);
    expect(scopeCovers(scope, northGate)).toBe(true);
  });

  it('reaches everywhere when granted on the organization', () => {
    expect(scopeCovers(scopeOf([{ permission: 'CameraView', locationId: null }], 'CameraView'), south)).toBe(true);
  });
});
