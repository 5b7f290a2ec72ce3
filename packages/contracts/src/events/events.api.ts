import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams, utcMs } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import {
  colourName,
  colourPart,
  event,
  eventClass,
  eventMark,
  eventSeverity,
  pathPoint,
  thumbnailKind,
  vectorKind,
} from './event.ts';
import { motionCells, motionHeat, motionMatches } from './motion.ts';

/** Several values in one query parameter, separated by commas. */
const several = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .max(4000)
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(item).max(100))
    .optional();

const flag = z.enum(['true', 'false']);

const filters = {
  cameraIds: several(id),
  locationId: id.optional().describe('this location and everything below it'),
  classes: several(eventClass),
  /** Any of them counts. */
  colours: several(colourName),
  /** Narrows `colours` to clothes above or below the waist, or to bodies. */
  colourPart: colourPart.optional(),
  /** Smallest share of a colour, 0..1. */
  minColourShare: z.coerce.number().min(0).max(1).default(0.15),
  /** Letters and digits; separators are ignored. */
  plate: z
    .string()
    .max(20)
    .transform((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .pipe(z.string().min(2).max(12))
    .optional(),
  /** `contains`: part of a plate; `similar`: also with misread letters (O/0, I/1, B/8, S/5, Z/2) and up to one wrong or missing sign in five. */
  plateMatch: z.enum(['contains', 'similar']).default('contains'),
  zoneIds: several(id),
  severities: several(eventSeverity),
  fromUtcMs: z.coerce.number().pipe(utcMs).optional(),
  toUtcMs: z.coerce.number().pipe(utcMs).optional(),
  minDwellMs: z.coerce.number().int().min(0).optional(),
  maxDwellMs: z.coerce.number().int().min(0).optional(),
  /** Least motion level, 0-255. */
  minMotion: z.coerce.number().int().min(0).max(255).optional(),
  minScore: z.coerce.number().min(0).max(1).optional(),
  hasFace: flag.optional(),
  /** People who were recognised. Only for those who may read the directory of people. */
  personIds: several(id),
  /** People who wear one of these uniforms, as far as earlier events were looked through. Only for those who may read the directory of people. */
  uniformIds: several(id),
  hasPlate: flag.optional(),
  /** `exclude` leaves things at rest out. */
  stationary: z.enum(['include', 'exclude', 'only']).default('include'),
};

export const eventsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/events',
    permission: 'SearchView',
    summary:
      'Lists events of the cameras that the caller may search, newest first, by what was seen, where and when. Without a begin it looks at the 3 days before the end, or before now. Counts what matches among the newest events of the range, at most 10,000 of them.',
    query: pageQuery.extend(filters),
    output: listOf(event),
    errors: ['search_range_invalid'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/events/{id}',
    permission: 'SearchView',
    summary: 'Answers one event.',
    params: idParams,
    output: event,
  }),
  similar: defineCall({
    method: 'GET',
    path: '/api/v1/events/{id}/similar',
    permission: 'SearchView',
    summary:
      'Events that look like this one, most similar first, within the same filters as the list; without classes, looks are compared within the class of the event. The newest 20,000 candidates are compared exactly.',
    params: idParams,
    query: z.object({
      ...filters,
      by: vectorKind.default('appearance'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      minSimilarity: z.coerce.number().min(-1).max(1).optional(),
    }),
    output: z.object({
      items: z.array(
        z.object({
          event,
          /** Cosine, -1..1. */
          similarity: z.number(),
          /** True where the model's own threshold says "the same"; null for vectors that only rank. */
          isMatch: z.boolean().nullable(),
        }),
      ),
      compared: z.number().int(),
      /** False when there were more candidates than are compared: narrow the filters. */
      isComplete: z.boolean(),
    }),
    errors: ['event_not_comparable', 'search_range_invalid'],
  }),
  ofCamera: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/events',
    permission: 'PlaybackView',
    summary:
      'Marks of the events of one camera that touch a time range (at most 31 days), oldest first: for the timeline.',
    params: idParams,
    query: z.object({
      fromUtcMs: z.coerce.number().pipe(utcMs),
      toUtcMs: z.coerce.number().pipe(utcMs),
      limit: z.coerce.number().int().min(1).max(2000).default(1000),
    }),
    output: z.object({ items: z.array(eventMark), isComplete: z.boolean() }),
    errors: ['search_range_invalid'],
  }),
  paths: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/events/paths',
    permission: 'PlaybackView',
    summary:
      'Box paths of the events of one camera that touch a time range (at most one hour): for boxes over footage.',
    params: idParams,
    query: z.object({ fromUtcMs: z.coerce.number().pipe(utcMs), toUtcMs: z.coerce.number().pipe(utcMs) }),
    output: z.object({ items: z.array(eventMark.extend({ path: z.array(pathPoint), plate: z.string().nullable() })) }),
    errors: ['search_range_invalid'],
  }),
  motion: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/motion',
    permission: 'PlaybackView',
    summary:
      'When something moved in the asked cells, newest first, at most 92 days apart. Answered by the core from its motion index, without decoding.',
    params: idParams,
    query: z.object({
      fromUtcMs: z.coerce.number().pipe(utcMs),
      toUtcMs: z.coerce.number().pipe(utcMs),
      cells: motionCells,
      /** Least motion level, 0-255. */
      minLevel: z.coerce.number().int().min(1).max(255).default(20),
      /** Seconds without motion that end a run. */
      quietMs: z.coerce.number().int().min(1000).max(60_000).default(3000),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    output: motionMatches,
    errors: ['search_range_invalid', 'core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout'],
  }),
  motionHeat: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/motion-heat',
    permission: 'PlaybackView',
    summary:
      'How long something moved in each cell of the picture, at most 7 days. Answered by the core from its motion index, without decoding.',
    params: idParams,
    query: z.object({
      fromUtcMs: z.coerce.number().pipe(utcMs),
      toUtcMs: z.coerce.number().pipe(utcMs),
      /** Least motion level, 0-255. */
      minLevel: z.coerce.number().int().min(1).max(255).default(20),
    }),
    output: motionHeat,
    errors: ['search_range_invalid', 'core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout'],
  }),
  thumbnail: defineCall({
    method: 'GET',
    path: '/api/v1/media/events/{id}/{kind}',
    permission: 'public',
    summary: 'A picture of an event as JPEG. The address is signed for 5 minutes; nothing else opens it.',
    params: z.object({ id, kind: thumbnailKind }),
    query: z.object({ expires: z.coerce.number().int(), session: z.string().max(64), signature: z.string().max(128) }),
    output: z.unknown(),
    streams: 'image/jpeg',
    errors: ['not_found', 'privacy_picture_before'],
  }),
};
