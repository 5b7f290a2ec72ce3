import type { Box, EventClass } from '@sightline/contracts/events/event';

/** A thing to be marked in the picture on screen. `box` in fractions of the picture, 0..1. */
export interface ShownBox {
  eventId: string;
  class: EventClass;
  box: Box;
  plate: string | null;
  isStationary: boolean;
}
