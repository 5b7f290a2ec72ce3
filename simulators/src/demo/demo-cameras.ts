import type { DemoSiteId } from './demo-sites.ts';
import type { MediaRequest } from '../scenes/prepare-media.ts';

/** One camera of the demo: what it shows and where it is served. */
export interface DemoCamera {
  /** Path of its streams: `<id>/main` and `<id>/sub`. */
  id: string;
  name: string;
  media: MediaRequest;
  /** Where it stands; at the plant unless it says otherwise. */
  site?: DemoSiteId;
  /** When it is new it falls silent once, so that there is a gap to look at. */
  hasGap?: boolean;
  /** People can talk through it. */
  hasSpeaker?: boolean;
  /** The recorder of the demo shows it on a channel of its own, which is not added yet. */
  hasOwnChannel?: boolean;
}

/**
 * In the order in which they are made: the quickest first, so that a picture is there soon.
 * The clip of pedestrians joins when Debian's package can be fetched.
 */
export const drawnCameras: DemoCamera[] = [
  {
    id: 'lane',
    name: 'Delivery lane',
    media: { id: 'lane', kind: 'scene', width: 1280, height: 720 },
    hasOwnChannel: true,
  },
  { id: 'gate', name: 'North gate', media: { id: 'gate', kind: 'scene', width: 1280, height: 720 }, hasSpeaker: true },
  {
    id: 'entrance',
    name: 'Main entrance',
    site: 'haifa',
    hasGap: true,
    media: { id: 'entrance', kind: 'scene', width: 1280, height: 720 },
    hasOwnChannel: true,
  },
  { id: 'yard', name: 'Loading yard', site: 'haifa', media: { id: 'yard', kind: 'scene', width: 1280, height: 720 } },
  { id: 'street', name: 'Quay Street', media: { id: 'street', kind: 'scene', width: 1920, height: 1080 } },
];

/** The Debian pedestrian clip as a camera. */
export function clipCamera(source: string): DemoCamera {
  return { id: 'campus', name: 'Campus path', media: { id: 'campus', kind: 'clip', source } };
}

/** Account of the simulated cameras; they are reachable on this machine only. */
export const cameraUsername = 'viewer';
