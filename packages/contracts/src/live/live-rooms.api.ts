import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id } from '../shared/ids.ts';
import { liveRoom } from './live-room.ts';

const rooms = z.object({ items: z.array(liveRoom) });
const roomParams = z.object({ name: id });
const sessionParams = z.object({ name: id, sessionId: id });
/** How many live sessions were ended. */
const ended = z.object({ sessions: z.number().int().min(0) });

/** Who watches what now. Live sessions belong to the server process that opened them: where several run, they tell each other, within a second. */
export const liveRoomsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/live-rooms',
    permission: 'UserManage',
    summary: 'Lists the cameras that are watched now and that the asker may see, with everybody who watches.',
    output: rooms,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/live-rooms/{name}',
    permission: 'UserManage',
    summary:
      'Ends every live session of a camera. Those who watched read that somebody ended it, and may open it again.',
    params: roomParams,
    output: ended,
  }),
  closeSession: defineCall({
    method: 'DELETE',
    path: '/api/v1/live-rooms/{name}/sessions/{sessionId}',
    permission: 'UserManage',
    summary: 'Ends one live session of a camera.',
    params: sessionParams,
    output: ended,
  }),
  listAll: defineCall({
    method: 'GET',
    path: '/api/v1/dev/live-rooms',
    permission: 'staff',
    summary:
      'Lists the live rooms of all organizations; cameras and people are named only where the asker may see the camera. Written down every ten minutes.',
    output: rooms,
  }),
  removeAny: defineCall({
    method: 'DELETE',
    path: '/api/v1/dev/live-rooms/{name}',
    permission: 'staff',
    summary: 'Ends every live session of a camera of any organization, in whose audit it is written down.',
    params: roomParams,
    output: ended,
  }),
  closeAnySession: defineCall({
    method: 'DELETE',
    path: '/api/v1/dev/live-rooms/{name}/sessions/{sessionId}',
    permission: 'staff',
    summary: 'Ends one live session of a camera of any organization, in whose audit it is written down.',
    params: sessionParams,
    output: ended,
  }),
};
