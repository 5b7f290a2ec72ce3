import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { FigureStep } from '@sightline/contracts/entrances/entrance';
import { entrancesCalls } from '@sightline/contracts/entrances/entrances.api';
import { call, callPages, callQuery } from '../../platform/api/client.ts';

const textOrNone = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** Entrances by their names, those whose name holds a text. */
export const entrancePages = (query: string) =>
  callPages(entrancesCalls.list, { query: { limit: 100, query: textOrNone(query) } });

/** The same, a page at a time. */
export const readEntrances = (query: string) => (cursor: string | undefined) =>
  call(entrancesCalls.list, { query: { limit: 200, cursor, query: textOrNone(query) } });

/** One entrance with how many are inside. */
export const entranceById = (id: string) => callQuery(entrancesCalls.get, { params: { id } });

/** Who went in and out. */
export const figuresOf = (id: string, query: { fromUtcMs: number; untilUtcMs: number; per: FigureStep }) =>
  callQuery(entrancesCalls.figures, { params: { id }, query });

/** These cameras, with their pictures. */
export const camerasOf = (ids: readonly string[]) =>
  callQuery(camerasCalls.list, { query: { limit: 200, ids: [...new Set(ids)].slice(0, 200).join(',') } });
