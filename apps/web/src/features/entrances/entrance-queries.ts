import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { FigureStep } from '@sightline/contracts/entrances/entrance';
import { entrancesCalls } from '@sightline/contracts/entrances/entrances.api';
import { callPages, callQuery } from '../../platform/api/client.ts';

/** Entrances by their names, those whose name holds a text. */
export const entrancePages = (query: string) =>
  callPages(entrancesCalls.list, { query: { limit: 100, query: query.trim() === '' ? undefined : query.trim() } });

/** One entrance with how many are inside. */
export const entranceById = (id: string) => callQuery(entrancesCalls.get, { params: { id } });

/** Who went in and out. */
export const figuresOf = (id: string, query: { fromUtcMs: number; untilUtcMs: number; per: FigureStep }) =>
  callQuery(entrancesCalls.figures, { params: { id }, query });

/** These cameras, with their pictures. */
export const camerasOf = (ids: readonly string[]) =>
  callQuery(camerasCalls.list, { query: { limit: 200, ids: [...new Set(ids)].slice(0, 200).join(',') } });
