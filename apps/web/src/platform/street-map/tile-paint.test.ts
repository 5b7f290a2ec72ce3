import { describe, expect, test } from 'vitest';
import { nameIn, labelOf } from './tile-label.ts';
import { paintOf, widthAt, type Paint, type TileThing } from './tile-paint.ts';

const thing = (layer: string, kind: TileThing['kind'], properties: TileThing['properties'] = {}): TileThing => ({
  layer,
  kind,
  properties,
});

describe('how things are drawn', () => {
  test.each<[TileThing, Paint | null]>([
    [thing('pois', 'point', { kind: 'cafe' }), null],
    [thing('landuse', 'area', { kind: 'something new' }), null],
    [thing('roads', 'area', { kind: 'highway' }), null],
    [thing('earth', 'area'), 'land'],
    [thing('landuse', 'area', { kind: 'park' }), 'grass'],
    [thing('landuse', 'area', { 'pmap:kind': 'forest' }), 'wood'],
    [thing('landcover', 'area', { class: 'wood' }), 'wood'],
    [thing('water', 'area', { kind: 'ocean' }), 'water'],
    [thing('water', 'line', { kind: 'river' }), 'river'],
    [thing('water', 'point', { kind: 'sea' }), null],
    [thing('waterway', 'line', { class: 'stream' }), 'river'],
    [thing('buildings', 'area'), 'building'],
    [thing('building', 'area'), 'building'],
    [thing('roads', 'line', { kind: 'highway', kind_detail: 'motorway' }), 'motorway'],
    [thing('roads', 'line', { kind: 'major_road', kind_detail: 'trunk' }), 'major'],
    [thing('roads', 'line', { kind: 'major_road', kind_detail: 'tertiary' }), 'medium'],
    [thing('roads', 'line', { kind: 'minor_road', kind_detail: 'service' }), 'service'],
    [thing('roads', 'line', { kind: 'minor_road' }), 'minor'],
    [thing('roads', 'line', { kind: 'path', kind_detail: 'track' }), 'path'],
    [thing('transportation', 'line', { class: 'secondary' }), 'medium'],
    [thing('transportation', 'line', { class: 'rail' }), 'rail'],
    [thing('transportation', 'line', { class: 'motorway_construction' }), null],
    [thing('boundaries', 'line', { kind: 'country' }), 'country'],
    [thing('boundary', 'line', { admin_level: 4 }), 'region'],
    [thing('boundary', 'line', { admin_level: 2, maritime: 1 }), null],
    [thing('boundary', 'line', { admin_level: 8 }), null],
  ])('%o as %s', (given, expected) => {
    expect(paintOf(given)).toBe(expected);
  });

  test('lines grow with the zoom, are not drawn too far away, and areas have no width', () => {
    expect(widthAt('minor', 12)).toBe(0);
    expect(widthAt('minor', 15)).toBeCloseTo(2.5, 6);
    expect(widthAt('motorway', 16) ?? 0).toBeGreaterThan(widthAt('minor', 16) ?? 0);
    expect(widthAt('motorway', 30)).toBe(24);
    expect(widthAt('water', 12)).toBeNull();
  });
});

describe('how things are named', () => {
  const haifa = { name: 'حيفا', 'name:he': 'חיפה', 'name:en': 'Haifa', 'name:latin': 'Hefa' };
  test('in the language of the reader, or else as people there say', () => {
    expect([nameIn(haifa, 'he'), nameIn(haifa, 'en'), nameIn(haifa, 'fr')]).toEqual(['חיפה', 'Haifa', 'Hefa']);
    expect(nameIn({ name: 'חיפה' }, 'en')).toBe('חיפה');
    expect(nameIn({ name_en: 'Haifa', name: 'חיפה' }, 'en')).toBe('Haifa');
    expect([nameIn({ name: '  ' }, 'he'), nameIn({}, 'en'), nameIn({ name: 7 }, 'en')]).toEqual([null, null, null]);
  });

  test('what has no name, or is no place, has no label', () => {
    expect(labelOf(thing('places', 'point', { kind: 'locality' }), 'he')).toBeNull();
    expect(labelOf(thing('pois', 'point', { name: 'Café' }), 'he')).toBeNull();
    expect(labelOf(thing('places', 'area', { kind: 'locality', name: 'x' }), 'he')).toBeNull();
    expect(labelOf(thing('roads', 'line', { kind: 'rail', name: 'x' }), 'he')).toBeNull();
  });

  test('cities go before towns, larger ones before smaller, streets are told apart by how large they are', () => {
    const rank = (given: TileThing): number => labelOf(given, 'en')?.rank ?? 99;
    const place = (layer: string, properties: TileThing['properties']) =>
      thing(layer, 'point', { name: 'x', ...properties });
    const ordered = [
      place('place', { class: 'country' }),
      place('places', { kind: 'locality', kind_detail: 'city', population_rank: 12 }),
      place('places', { kind: 'locality', kind_detail: 'city', population_rank: 8 }),
      place('place', { class: 'town', rank: 9 }),
      thing('transportation_name', 'line', { name: 'x', class: 'motorway' }),
      thing('roads', 'line', { name: 'x', kind: 'minor_road' }),
      place('place', { class: 'suburb' }),
    ].map(rank);
    expect(ordered).toEqual(ordered.toSorted((a, b) => a - b));
    expect(new Set(ordered).size).toBe(ordered.length);
  });
});
