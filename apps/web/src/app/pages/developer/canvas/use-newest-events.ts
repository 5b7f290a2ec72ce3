import { eventsCalls } from '@sightline/contracts/events/events.api';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../../platform/api/client.ts';

const most = 200;
// Addresses of pictures are signed for 5 minutes.
const pictureMs = 4 * 60_000;

/** The newest events that the person may search. */
export const useNewestEvents = () =>
  useQuery({ ...callQuery(eventsCalls.list, { query: { limit: most } }), refetchInterval: pictureMs });
