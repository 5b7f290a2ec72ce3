import { defineCall } from '../shared/call.ts';
import { homeLocations } from './home.ts';

export const homeCalls = {
  locations: defineCall({
    method: 'GET',
    path: '/api/v1/home/locations',
    permission: 'LocationView',
    summary: 'Answers the whole tree of locations that the caller may see, with cores and cameras by state.',
    output: homeLocations,
  }),
};
