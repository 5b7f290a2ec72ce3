import { peopleCalls } from '@sightline/contracts/people/people.api';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../platform/api/client.ts';
import { formatTime } from '../../../../platform/i18n/format-time.ts';
import { leftToRight } from '../../../../platform/i18n/left-to-right.ts';
import { sitesOfSearch } from '../../place-queries.ts';
import { plateLetters, type EventFilters } from './event-filters.ts';
import type { SearchAddress } from '../search-address.ts';
import { stayOf } from './stay.ts';
import { useUniforms } from './use-uniforms.ts';
import { useStayWords } from './use-stay-words.ts';
import { useChosenCameras } from './use-chosen-cameras.ts';

/** A filter in words, and what of the address takes it away. */
export interface ActiveFilter {
  key: string;
  name: string;
  value: string;
  clear: SearchAddress;
}

const listed = (words: readonly string[]): string => words.join(', ');

const useWhenFilters = (filters: EventFilters, timeZone: string): (ActiveFilter | false)[] => {
  const { t } = useTranslation();
  const at = (utcMs: number | null): string =>
    utcMs === null ? '' : `${formatTime(utcMs, timeZone, 'day')} ${leftToRight(formatTime(utcMs, timeZone))}`;
  const [least, most] = stayOf(filters);
  const said = useStayWords();
  return [
    filters.range !== '3d' && {
      key: 'when',
      name: t('events.search.filters.when'),
      value:
        filters.range === 'custom'
          ? `${at(filters.fromUtcMs)} – ${at(filters.toUtcMs)}`
          : t(`events.search.range.${filters.range}`),
      clear: { range: undefined, from: undefined, to: undefined },
    },
    (filters.minStay !== null || filters.maxStay !== null) && {
      key: 'stay',
      name: t('events.search.filters.stayed'),
      value: said([least, most]),
      clear: { stay: undefined },
    },
  ];
};

const useWhereFilters = (filters: EventFilters): (ActiveFilter | false)[] => {
  const { t } = useTranslation();
  const cameras = useChosenCameras(filters.cameraIds);
  const sites = useQuery(sitesOfSearch()).data?.items ?? [];
  const zones = cameras.flatMap(({ analysis }) => analysis.definedZones);
  const nameOf = (list: readonly { id: string; name: string }[], id: string): string =>
    list.find((item) => item.id === id)?.name ?? t('common.words.unknown');
  return [
    filters.locationId !== undefined && {
      key: 'site',
      name: t('events.search.filters.site'),
      value: nameOf(sites, filters.locationId),
      clear: { site: undefined },
    },
    filters.cameraIds.length > 0 && {
      key: 'camera',
      name: t('events.search.filters.cameras'),
      value: listed(filters.cameraIds.map((id) => nameOf(cameras, id))),
      clear: { camera: undefined, zone: undefined },
    },
    filters.zoneIds.length > 0 &&
      filters.cameraIds.length > 0 && {
        key: 'zone',
        name: t('events.search.filters.zones'),
        value: listed(filters.zoneIds.map((id) => nameOf(zones, id))),
        clear: { zone: undefined },
      },
  ];
};

const useWhatFilters = (filters: EventFilters): (ActiveFilter | false)[] => {
  const { t } = useTranslation();
  const plate = plateLetters(filters.plate);
  const people = useQueries({
    queries: filters.personIds.map((id) => callQuery(peopleCalls.get, { params: { id } })),
    combine: (found) => found.flatMap(({ data }) => data?.name ?? []),
  });
  const uniforms = useUniforms();
  return [
    filters.personIds.length > 0 && {
      key: 'person',
      name: t('events.who.filter'),
      value: listed(people),
      clear: { person: undefined },
    },
    filters.uniformIds.length > 0 && {
      key: 'uniform',
      name: t('events.search.filters.uniform'),
      value: listed(uniforms.filter(({ id }) => filters.uniformIds.includes(id)).map(({ name }) => name)),
      clear: { uniform: undefined },
    },
    filters.classes.length > 0 && {
      key: 'class',
      name: t('events.search.filters.what'),
      value: listed(filters.classes.map((kind) => t(`events.search.class.${kind}`))),
      clear: { class: undefined },
    },
    filters.colours.length > 0 && {
      key: 'colour',
      name: filters.part === undefined ? t('events.search.filters.colour') : t(`events.search.part.${filters.part}`),
      value: listed(filters.colours.map((colour) => t(`events.search.colour.${colour}`))),
      clear: { colour: undefined, part: undefined },
    },
    plate.length >= 2 && {
      key: 'plate',
      name: t(`events.search.plate.${filters.match}`),
      value: leftToRight(plate),
      clear: { plate: undefined, match: undefined },
    },
    filters.severities.length > 0 && {
      key: 'severity',
      name: t('events.search.filters.severity'),
      value: listed(filters.severities.map((severity) => t(`events.search.severity.${severity}`))),
      clear: { severity: undefined },
    },
  ];
};

const useMoreFilters = (filters: EventFilters): (ActiveFilter | false)[] => {
  const { t } = useTranslation();
  return [
    filters.hasPlate && {
      key: 'plates',
      name: t('events.search.filters.has'),
      value: t('events.search.filters.hasPlate'),
      clear: { plates: undefined },
    },
    filters.hasFace && {
      key: 'face',
      name: t('events.search.filters.has'),
      value: t('events.search.filters.hasFace'),
      clear: { face: undefined },
    },
    filters.stationary !== 'include' && {
      key: 'rest',
      name: t('events.search.filters.atRest'),
      value: t(
        filters.stationary === 'exclude' ? 'events.search.filters.noneAtRest' : 'events.search.filters.onlyAtRest',
      ),
      clear: { rest: undefined },
    },
    (filters.minMotion ?? 0) > 0 && {
      key: 'motion',
      name: t('events.search.filters.motion'),
      value: t('events.search.filters.atLeast', { level: leftToRight(`${filters.minMotion} / 255`) }),
      clear: { motion: undefined },
    },
  ];
};

/** What narrows the results now, in words. */
export function useActiveFilters(filters: EventFilters, timeZone: string): ActiveFilter[] {
  const parts = [
    useWhenFilters(filters, timeZone),
    useWhatFilters(filters),
    useWhereFilters(filters),
    useMoreFilters(filters),
  ];
  return parts.flat().filter((part) => part !== false);
}
