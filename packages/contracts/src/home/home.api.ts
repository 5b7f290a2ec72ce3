import { defineCall } from '../shared/call.ts';
import { idParams } from '../shared/ids.ts';
import { homeDay, homeFacts, homeStorage } from './home-facts.ts';
import { homeLocations } from './home.ts';

export const homeCalls = {
  locations: defineCall({
    method: 'GET',
    path: '/api/v1/home/locations',
    permission: 'LocationView',
    summary: 'Answers the whole tree of locations that the caller may see, with cores and cameras by state.',
    output: homeLocations,
  }),
  facts: defineCall({
    method: 'GET',
    path: '/api/v1/home/facts',
    permission: 'PlaybackView',
    summary: 'How much of the last 24 hours was recorded, and the longest gap, of all cameras that may be played back.',
    output: homeFacts,
  }),
  storage: defineCall({
    method: 'GET',
    path: '/api/v1/home/storage',
    permission: 'CoreView',
    summary:
      'How long the disks of all cores that may be seen will last. Waits a moment for cores that were never asked.',
    output: homeStorage,
  }),
  day: defineCall({
    method: 'GET',
    path: '/api/v1/home/locations/{id}/day',
    permission: 'PlaybackView',
    summary: 'The last 24 hours of one location: what is known of its cameras, and when one of them has a gap.',
    params: idParams,
    output: homeDay,
  }),
};
