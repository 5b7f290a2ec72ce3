import type { EventMark } from '@sightline/contracts/events/event';
import type { Bus } from '../../../platform/bus/bus.ts';
import { volatileTopic } from '../../realtime/realtime.public.ts';

/** Marks in one message to the screens: so many always fit into one notification of the database. */
const marksAtOnce = 16;

/** A camera of which something is told. */
interface AnnouncedFrom {
  organizationId: string;
  cameraId: string;
  locationId: string;
  /** The events never left what the camera hides: they are told to those alone who may see originals. */
  isHidden: boolean;
}

/** Tells the screens of events of one camera. Not kept as a change: who misses it sees the event at the next look. */
export function announceMarks(bus: Bus, at: AnnouncedFrom, marks: readonly EventMark[]): void {
  const { organizationId, cameraId, locationId, isHidden } = at;
  const audience = isHidden ? { needsOriginals: true as const } : {};
  for (let first = 0; first < marks.length; first += marksAtOnce) {
    const events = marks.slice(first, first + marksAtOnce);
    bus.publish(volatileTopic, {
      organizationId,
      event: { kind: 'events.revised', cameraId, locationId, ...audience, events },
    });
  }
}
