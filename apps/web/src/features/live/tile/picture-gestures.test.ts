import { describe, expect, it } from 'vitest';
import { gestureOf, isDouble, neighbourOf, skipAt } from './picture-gestures.ts';

const from = { x: 100, y: 100, atMs: 0 };

describe('what a finger does on a picture', () => {
  it('means nothing where it is held, drawn slowly, or moved up and down', () => {
    expect(gestureOf(from, { x: 102, y: 100, atMs: 900 })).toBeNull();
    expect(gestureOf(from, { x: 300, y: 100, atMs: 1100 })).toBeNull();
    expect(gestureOf(from, { x: 160, y: 160, atMs: 200 })).toBeNull();
    expect(gestureOf(from, { x: 140, y: 100, atMs: 200 })).toBeNull();
  });

  it('is a tap where it stays, and a swipe where it goes sideways', () => {
    expect(gestureOf(from, { x: 104, y: 98, atMs: 120 })).toBe('tap');
    expect(gestureOf(from, { x: 20, y: 110, atMs: 200 })).toBe('swipeLeft');
    expect(gestureOf(from, { x: 180, y: 90, atMs: 200 })).toBe('swipeRight');
  });

  it('is no double tap when the second comes late or elsewhere', () => {
    expect(isDouble(null, from)).toBe(false);
    expect(isDouble(from, { ...from, atMs: 400 })).toBe(false);
    expect(isDouble(from, { ...from, x: 200, atMs: 100 })).toBe(false);
    expect(isDouble(from, { ...from, x: 110, atMs: 200 })).toBe(true);
  });

  it('goes back at the left and on at the right in every language, and turns pages with the language', () => {
    expect([skipAt(10, 390), skipAt(380, 390)]).toEqual([-10_000, 10_000]);
    expect([neighbourOf('swipeLeft', false), neighbourOf('swipeRight', false)]).toEqual([1, -1]);
    expect([neighbourOf('swipeLeft', true), neighbourOf('swipeRight', true)]).toEqual([-1, 1]);
  });
});
