import { colourNames } from '@sightline/contracts/events/colour-names';
import type { ColourName, ColourPart, EventClass, EventSeverity } from '@sightline/contracts/events/event';
import { rangeNames, type RangeName, type SearchRange } from '../search-range.ts';
import type { SearchAddress } from '../search-address.ts';

export const eventClasses = ['person', 'vehicle', 'animal'] as const satisfies readonly EventClass[];
export const severities = ['info', 'warning', 'critical'] as const satisfies readonly EventSeverity[];
export const colourParts = ['upper', 'lower', 'body'] as const satisfies readonly ColourPart[];

/** What is searched for, read from the address. */
export interface EventFilters {
  classes: EventClass[];
  colours: ColourName[];
  part: ColourPart | undefined;
  plate: string;
  match: 'contains' | 'similar';
  cameraIds: string[];
  locationId: string | undefined;
  zoneIds: string[];
  severities: EventSeverity[];
  range: RangeName;
  fromUtcMs: number | null;
  toUtcMs: number | null;
  /** Seconds in view. */
  minStay: number | null;
  maxStay: number | null;
  minMotion: number | null;
  hasFace: boolean;
  /** People who were recognised. */
  personIds: string[];
  /** Uniforms that people wear. */
  uniformIds: string[];
  hasPlate: boolean;
  stationary: 'include' | 'exclude' | 'only';
  /** Only what the model was sure of. */
  isSure: boolean;
}

/** Score from which the model counts as sure. */
export const sureScore = 0.5;

const list = (text: string | undefined): string[] => (text ?? '').split(',').filter((part) => part !== '');
const words = <const T extends string>(allowed: readonly T[], text: string | undefined): T[] => {
  const named = new Set(list(text));
  return allowed.filter((word) => named.has(word));
};
const whole = (text: string | undefined, most: number): number | null => {
  const value = text === undefined || !/^\d{1,15}$/.test(text) ? null : Number(text);
  return value === null || value > most ? null : value;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids of a list in the address; what is none is left out, so that an old link still opens. */
export const idsOf = (text: string | undefined): string[] =>
  [...new Set(list(text).filter((id) => uuid.test(id)))].slice(0, 100);

/** Filters of an address; unknown words count as absent. */
export function readFilters(address: SearchAddress): EventFilters {
  const [least, most] = (address.stay ?? '').split('-');
  return {
    classes: words(eventClasses, address.class),
    colours: words(colourNames, address.colour),
    part: colourParts.find((part) => part === address.part),
    plate: address.plate ?? '',
    match: address.match ?? 'contains',
    cameraIds: idsOf(address.camera),
    locationId: idsOf(address.site)[0],
    zoneIds: idsOf(address.zone),
    severities: words(severities, address.severity),
    range: rangeNames.find((name) => name === address.range) ?? '3d',
    fromUtcMs: whole(address.from, 8_640_000_000_000),
    toUtcMs: whole(address.to, 8_640_000_000_000),
    minStay: whole(least, 86_400),
    maxStay: whole(most, 86_400),
    minMotion: whole(address.motion, 255),
    hasFace: address.face === 'true',
    personIds: idsOf(address.person),
    uniformIds: idsOf(address.uniform),
    hasPlate: address.plates === 'true',
    stationary: address.rest ?? 'include',
    isSure: address.sure !== 'all',
  };
}

/** Letters and digits of a plate as typed; the search needs two. */
export const plateLetters = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 12);

const joined = (items: readonly string[]): string | undefined => (items.length === 0 ? undefined : items.join(','));

/** The filters as the query of the calls that list and compare events. */
export function eventQuery(filters: EventFilters, range: SearchRange) {
  const plate = plateLetters(filters.plate);
  return {
    ...range,
    classes: joined(filters.classes),
    colours: joined(filters.colours),
    colourPart: filters.colours.length > 0 ? filters.part : undefined,
    plate: plate.length >= 2 ? plate : undefined,
    plateMatch: plate.length >= 2 ? filters.match : undefined,
    cameraIds: joined(filters.cameraIds),
    locationId: filters.locationId,
    zoneIds: filters.cameraIds.length > 0 ? joined(filters.zoneIds) : undefined,
    severities: joined(filters.severities),
    minDwellMs: filters.minStay === null ? undefined : filters.minStay * 1000,
    maxDwellMs: filters.maxStay === null ? undefined : filters.maxStay * 1000,
    minMotion: filters.minMotion ?? undefined,
    minScore: filters.isSure ? sureScore : undefined,
    hasFace: filters.hasFace ? ('true' as const) : undefined,
    personIds: joined(filters.personIds),
    uniformIds: joined(filters.uniformIds),
    hasPlate: filters.hasPlate ? ('true' as const) : undefined,
    stationary: filters.stationary === 'include' ? undefined : filters.stationary,
  };
}

/** The list with a word added, or without it when it was there; undefined when nothing is left. */
export const toggled = (items: readonly string[], item: string): string | undefined =>
  joined(items.includes(item) ? items.filter((other) => other !== item) : [...items, item]);
