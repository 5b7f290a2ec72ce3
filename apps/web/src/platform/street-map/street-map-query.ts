import { streetMapCalls } from '@sightline/contracts/street-map/street-map.api';
import { useQuery } from '@tanstack/react-query';
import { callForFile, callKey, callQuery } from '../api/client.ts';
import { toApiError } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';

const staleMs = 5 * 60_000;

/** The street map of this installation, if it was given one, as it is now. */
export const useStreetMap = () =>
  useQuery({ ...callQuery(streetMapCalls.get, {}), staleTime: staleMs, refetchInterval: staleMs }).data ?? {
    map: null,
    problem: null,
  };

/** A part of the file. Rejects with an `ApiError`; when the file was replaced, screens hear of the new one. */
export const readStreetMap = async (version: string, offset: number, length: number): Promise<ArrayBuffer> => {
  try {
    const response = await callForFile(
      streetMapCalls.read,
      { params: { version } },
      { range: { start: offset, end: offset + length - 1 } },
    );
    return await response.arrayBuffer();
  } catch (failure) {
    if (['street_map_changed', 'not_found'].includes(toApiError(failure).code))
      void queryClient.invalidateQueries({ queryKey: callKey(streetMapCalls.get) });
    throw failure;
  }
};
