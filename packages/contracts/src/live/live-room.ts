import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';
import { sessionTransport } from './live.ts';

/** Somebody who watches a camera now. */
export const liveSession = z.object({
  /** Id of its lease. */
  id,
  userId: id,
  /** Null where whoever asks may not know the person: of another organization. */
  userName: z.string().nullable(),
  sinceAt: utcMs,
  /** The lease ends here unless it is renewed. */
  expiresAt: utcMs,
  /** How the picture comes; null while the browser is still connecting. */
  transport: sessionTransport.nullable(),
  /** Shown with nothing hidden. */
  originals: z.boolean(),
});

/** A camera that is watched now, with everybody who watches it. */
export const liveRoom = z.object({
  /** Names the room: the id of its camera, because names of cameras are not unique. */
  name: id,
  organizationId: id,
  organizationName: z.string(),
  edgeId: id,
  /** Null where whoever asks may not see the camera. */
  cameraName: z.string().nullable(),
  /** Null as the name of the camera. */
  edgeName: z.string().nullable(),
  sessions: z.array(liveSession),
});

export type LiveSession = z.infer<typeof liveSession>;
export type LiveRoom = z.infer<typeof liveRoom>;
