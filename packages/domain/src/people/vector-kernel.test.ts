import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assembleWat } from '../../testing/assemble-wat.ts';
import { chanceOf, drawnFace } from '../../testing/test-faces.ts';
import { bestOf, FaceGallery, type GalleryPerson } from './face-gallery.ts';
import { fastKernel, kernelBase64, plainKernel } from './vector-kernel.ts';
import { VectorShelf } from './vector-shelf.ts';

const kernels = [
  ['fast', fastKernel],
  ['plain', plainKernel],
] as const;
const chance = chanceOf(42);
const row = (size: number): Int8Array => Int8Array.from({ length: size }, () => Math.round(chance() * 128));
/** Plain arithmetic, for what is expected. */
const productOf = (a: Int8Array, b: Int8Array): number => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
const bitsBetween = (a: Int8Array, b: Int8Array): number =>
  a.reduce((sum, value, at) => sum + ((value ^ b[at]!) & 0xff).toString(2).replaceAll('0', '').length, 0);

it('stands in its source as it runs, and the fast one is another than the plain one', () => {
  const source = readFileSync(new URL('vector-kernel.wat', import.meta.url), 'utf8');
  expect(Buffer.from(assembleWat(source)).toString('base64')).toBe(kernelBase64);
  expect(() => assembleWat(source.replace('i32x4.dot_i16x8_s', 'i32x4.dot'))).toThrow('unknown');
  expect(fastKernel().memory.byteLength).toBe(65_536);
});

describe.each(kernels)('the %s kernel', (_name, make) => {
  it.each([1, 15, 16, 17, 128, 1_000, 1_024])('compares rows of %i numbers to the last one', (size) => {
    const shelf = new VectorShelf(size, make);
    const rows = Array.from({ length: 2_100 }, () => row(size));
    rows[7] = new Int8Array(size).fill(-128);
    for (const [place, one] of rows.entries()) expect(shelf.add(one)).toBe(place);
    for (const wanted of [row(size), new Int8Array(size).fill(-128), new Int8Array(size).fill(127)])
      expect([...shelf.products(wanted).subarray(0, rows.length)]).toEqual(rows.map((one) => productOf(one, wanted)));
  });

  it.each([16, 33, 128, 496])('counts in how many bits codes of %i bytes differ', (size) => {
    const shelf = new VectorShelf(size, make);
    const rows = Array.from({ length: 1_500 }, () => row(size));
    for (const one of rows) shelf.add(one);
    const wanted = row(size);
    const opposite = wanted.map((value) => ~value);
    shelf.set(3, opposite);
    rows[3] = opposite;
    expect([...shelf.differences(wanted).subarray(0, rows.length)]).toEqual(
      rows.map((one) => bitsBetween(one, wanted)),
    );
  });

  it('keeps rows in their places while others come and go, and wipes those that go', () => {
    const shelf = new VectorShelf(64, make);
    const rows = new Map<number, Int8Array>();
    for (let step = 0; step < 30_000; step += 1) {
      if (chance() > -0.4) {
        const one = row(64);
        rows.set(shelf.add(one), one);
      } else {
        const [place] = rows.keys();
        if (place === undefined) continue;
        rows.delete(place);
        shelf.drop(place);
        expect(shelf.at(place).every((value) => value === 0)).toBe(true);
      }
    }
    for (const [place, one] of rows) expect(shelf.at(place)).toEqual(one);
    const products = shelf.products(row(64));
    for (let place = 0; place < shelf.places; place += 1) if (!rows.has(place)) expect(products[place]).toBe(0);
    expect(() => shelf.add(row(63))).toThrow('another size');
  });

  it('finds the same best and second one as a search that compares all, whatever comes and goes', () => {
    const gallery = new FaceGallery([], make);
    const known = new Map<string, GalleryPerson[]>();
    const person = (who: number): GalleryPerson => ({
      personId: `p${String(who)}`,
      locationIds: who % 5 === 0 ? ['hub'] : null,
      faces: Array.from({ length: 1 + (who % 3) }, (_, look) => ({
        modelId: who % 11 === 0 ? 'other@1' : 'drawn@1',
        vector: drawnFace(who, look),
      })),
    });
    for (let step = 0; step < 60; step += 1) {
      const id = `part ${String(step % 23)}`;
      const people = step % 7 === 6 ? [] : Array.from({ length: 80 }, (_, at) => person((step * 80 + at) % 1_777));
      gallery.put(id, people);
      known.set(id, people);
      const face = { modelId: 'drawn@1', vector: drawnFace((step * 61) % 1_777, 99) };
      const locationId = step % 2 === 0 ? 'hub' : 'depot';
      // The same person may stand in two parts: one person all the same.
      const scores = new Map<string, number>();
      for (const one of [...known.values()].flat().filter((its) => its.locationIds?.includes(locationId) ?? true)) {
        const score = bestOf(face, one.faces);
        if (score >= 0) scores.set(one.personId, Math.max(score, scores.get(one.personId) ?? -1));
      }
      const [best, second] = [...scores].toSorted((a, b) => b[1] - a[1]);
      const match = gallery.match(face, { locationId, threshold: 0 });
      const margin = best === undefined ? 0 : Math.min(1, best[1] - (second?.[1] ?? -1));
      if (best === undefined || margin < 0.03) expect(match).toBeNull();
      else {
        expect(match?.personId).toBe(best[0]);
        expect(match?.score).toBeCloseTo(Math.min(1, best[1]), 12);
        expect(match?.margin).toBeCloseTo(margin, 12);
      }
    }
  });
});

it('whole numbers from -127 to 127 move a cosine by little', () => {
  const size = 1_024;
  const unit = (values: Float64Array): Float64Array => {
    const length = Math.hypot(...values);
    return values.map((value) => value / length);
  };
  const wholeOf = (values: Float64Array): Int8Array => Int8Array.from(values, (value) => Math.round(value * 127));
  const cosineOf = (a: Int8Array, b: Int8Array): number =>
    productOf(a, b) / Math.sqrt(productOf(a, a) * productOf(b, b));
  const drawn = (): Float64Array => unit(Float64Array.from({ length: size }, () => chance() ** 3));
  const base = drawn();
  let worst = 0;
  for (let run = 0; run < 200; run += 1) {
    const [a, b] = [drawn(), drawn()].map((one) => unit(one.map((value, at) => value + 1.5 * base[at]!)));
    const exact = a!.reduce((sum, value, at) => sum + value * b![at]!, 0);
    worst = Math.max(worst, Math.abs(exact - cosineOf(wholeOf(a!), wholeOf(b!))));
  }
  // Half of what must lie between two people.
  expect(worst).toBeLessThan(0.015);
});
